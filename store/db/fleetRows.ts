import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from './connection/index.ts';

/** Rows that one statement reads: a value may have a MiB, and a statement has 30 s. */
const ROWS_READ = 500;
/** Rows that one statement answers. */
const ANSWERED = 200;

/** Values of the columns that order a fleet's rows, as texts. */
export type RowKey = readonly string[];

/** The subject of a search in a fleet's rows. */
export interface Search {
  readonly table: string;
  /** Columns by which an index orders the fleet's rows, the id at last. Default: the id alone. */
  readonly key?: readonly string[];
  readonly columns: readonly RawBuilder<unknown>[];
  readonly where: RawBuilder<unknown>;
  /** Most rows that one statement reads. Default: 500. */
  readonly rowsRead?: number;
  /** Most rows that one statement answers. Default: 200. */
  readonly answered?: number;
}

/** Returns the row with a key, or those before or after it. */
export function rowAt(
  columns: readonly string[],
  operator: '=' | '>' | '<=',
  key: RowKey,
): RawBuilder<boolean> {
  const refs = sql.join(columns.map((column) => sql.ref(column)));
  return sql`(${refs}) ${sql.raw(operator)} (${sql.join([...key])})`;
}

/**
 * Rows of a fleet that a search finds, in the order of their keys; those that are changed meanwhile do not matter. No
 * statement reads more rows than the search says, however few are found: it would run into its time limit.
 */
export async function* rowsWhere<Row extends { readonly id: string }>(
  db: Db,
  fleetId: string,
  search: Search,
): AsyncGenerator<Row & { readonly key: RowKey }> {
  const { table, key = ['id'], columns, where, answered = ANSWERED } = search;
  const from = (after: RowKey | undefined) => sql`
    from ${sql.table(table)} where fleet_id = ${fleetId} ${after ? sql`and ${rowAt(key, '>', after)}` : sql``}`;
  const keyOfRow = sql`array[${sql.join(key.map((column) => sql`${sql.ref(column)}::text`))}] as row_key`;
  const order = sql`order by ${sql.join(key.map((column) => sql.ref(column)))}`;
  for (let after: RowKey | undefined; ;) {
    const ends = await sql<{ rowKey: RowKey }>`
      select ${keyOfRow} ${from(after)} ${order} offset ${(search.rowsRead ?? ROWS_READ) - 1} limit 1`.execute(
      db,
    );
    const end = ends.rows[0]?.rowKey;
    for (let isMore = true; isMore;) {
      const { rows }: { rows: ({ rowKey: RowKey } & Row)[] } = await sql<{ rowKey: RowKey } & Row>`
        select ${keyOfRow}, ${sql.join([...columns])} ${from(after)}
          ${end ? sql`and ${rowAt(key, '<=', end)}` : sql``} and ${where} ${order} limit ${answered}`.execute(
        db,
      );
      for (const { rowKey, ...row } of rows)
        yield { ...row, id: rowKey.at(-1), key: rowKey } as unknown as Row & { readonly key: RowKey };
      isMore = rows.length === answered;
      after = rows.at(-1)?.rowKey ?? after;
    }
    if (!end) return;
    after = end;
  }
}
