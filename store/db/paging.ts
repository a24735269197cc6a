import { sql } from 'kysely';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Schema } from './connection/index.ts';

/** Most items of a page. */
export const LARGEST_PAGE = 200;

/** The requested part of a list. */
export interface Page {
  /** 1 to 200, 50 when absent; a number outside is moved to the nearest bound. A page of large rows holds fewer. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** One page of a list, newest first. `nextCursor` is absent on the last page. */
export interface Listed<T> {
  readonly items: T[];
  readonly nextCursor?: string;
}

/** Thrown when a cursor was not made by the list it is given to. */
export class InvalidCursorError extends Error {
  constructor() {
    super('The cursor is not one of this list: use next_cursor of the previous page, or omit it.');
    this.name = 'InvalidCursorError';
  }
}

/** The database's numbers end here; a larger one in a cursor would be an error of PostgreSQL's. */
const LARGEST_BIGINT = 9_223_372_036_854_775_807n;

/** Returns the number of rows to read: one more than the page holds shows whether another follows. */
export function rowsToRead(page: Page): number {
  return limitOf(page) + 1;
}

/**
 * Returns the position after which a page starts, as the text of a bigint; absent for the first page.
 * @param list the list's name, because a list refuses the cursor of another one
 * @throws InvalidCursorError
 */
export function startAfter(list: string, page: Page): string | undefined {
  if (page.cursor === undefined) return undefined;
  const [name, position, ...rest] = Buffer.from(page.cursor, 'base64url').toString('utf8').split(':');
  if (name !== list || position === undefined || rest.length > 0) throw new InvalidCursorError();
  if (!/^\d{1,19}$/.test(position) || BigInt(position) > LARGEST_BIGINT) throw new InvalidCursorError();
  return position;
}

/** Cuts the rows read with `rowsToRead` to a page; `positionOf` names the position of its last item. */
export function pageOf<T>(
  rows: T[],
  page: Page & { list: string; positionOf: (row: T) => string; hasMore?: boolean },
): Listed<T> {
  const items = rows.slice(0, limitOf(page));
  const last = items.at(-1);
  if (last === undefined || !(page.hasMore ?? rows.length > items.length)) return { items };
  const cursor = Buffer.from(`${page.list}:${page.positionOf(last)}`).toString('base64url');
  return { items, nextCursor: cursor };
}

/**
 * Reads one page of a query, newest first.
 * @param page.by the column that grows with each row, by which the list is ordered
 * @param page.bytes size of a row's large columns: a page of large rows ends before its limit
 * @throws InvalidCursorError
 */
export async function newestFirst<
  Table extends keyof Schema,
  By extends 'id' | 'seq' | 'version',
  Row extends Record<By, string | number>,
>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  page: Page & { readonly list: string; readonly by: By; readonly bytes?: RawBuilder<number> },
): Promise<Listed<Row>> {
  const after = startAfter(page.list, page);
  const position = sql.ref<string>(page.by);
  const rest = after === undefined ? query : query.where(sql<string>`${position}::bigint`, '<', after);
  const inOrder = rest.orderBy(position, 'desc');
  const fit = page.bytes && (await rowsThatFit(inOrder, page.bytes, page));
  const rows: Row[] = await inOrder.limit(fit?.limit ?? rowsToRead(page)).execute();
  return pageOf(rows, { ...page, ...fit, positionOf: (row) => String(row[page.by]) });
}

/** The request for a page of rows that are sorted by a time, such as the end of a trip. */
interface TimePage<By extends string = string> extends Page {
  readonly list: string;
  /** An expression of an index, never null. */
  readonly time: RawBuilder<Date>;
  /** The column by which rows of one instant are ordered. */
  readonly by: By;
}

/**
 * Reads one page of a query, the latest first: for lists that a time limits, which would otherwise be searched from the newest
 * row on.
 * @throws InvalidCursorError
 */
export async function latestFirst<
  Table extends keyof Schema,
  By extends 'id' | 'seq',
  Row extends Record<By, string | number>,
>(query: SelectQueryBuilder<Schema, Table, Row>, page: TimePage<By>): Promise<Listed<Row>> {
  const { time } = page;
  const by = sql.ref<string>(page.by);
  const [micros, after] = instantAfter(page) ?? [];
  const instant = sql<Date>`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  const rest =
    after === undefined
      ? query
      : query.where(sql<boolean>`(${time}, ${by}) < (${instant}, ${after}::bigint)`);
  const rows = await rest
    .select(sql<string>`(extract(epoch from ${time}) * 1000000)::bigint::text`.as('micros'))
    .orderBy(time, 'desc')
    .orderBy(by, 'desc')
    .limit(rowsToRead(page))
    .execute();
  const listed = pageOf(rows, {
    ...page,
    positionOf: (row) => `${row.micros}/${String((row as unknown as Row)[page.by])}`,
  });
  const items = listed.items.map(({ micros: _micros, ...row }) => row as unknown as Row);
  return { ...listed, items };
}

/** Returns the position after which such a page starts: an instant, in microseconds since 1970, and a number. */
function instantAfter(page: TimePage): readonly [string, string] | undefined {
  if (page.cursor === undefined) return undefined;
  const [name, position, ...rest] = Buffer.from(page.cursor, 'base64url').toString('utf8').split(':');
  const [, micros, after] = /^(-?\d{1,17})\/(\d{1,18})$/.exec(position ?? '') ?? [];
  if (name !== page.list || rest.length > 0 || micros === undefined || after === undefined)
    throw new InvalidCursorError();
  return [micros, after];
}

/** The most bytes of large columns on one page, because more would take too long to read and to write. */
const PAGE_BYTES = 1_048_576;

/** Returns how many of the requested rows fit a page, at least one, and whether others follow. */
async function rowsThatFit<Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  bytes: RawBuilder<number>,
  page: Page,
): Promise<{ readonly limit: number; readonly hasMore: boolean }> {
  const sizes = await query.clearSelect().select(bytes.as('bytes')).limit(rowsToRead(page)).execute();
  let limit = 0;
  for (let sum = 0; limit < Math.min(sizes.length, limitOf(page)); limit += 1) {
    sum += sizes[limit]!.bytes;
    if (limit > 0 && sum > PAGE_BYTES) break;
  }
  return { limit, hasMore: sizes.length > limit };
}

function limitOf(page: Page): number {
  const limit = Math.trunc(page.limit ?? 50);
  return Number.isNaN(limit) ? 50 : Math.min(LARGEST_PAGE, Math.max(1, limit));
}
