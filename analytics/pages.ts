import type { DataProblem, DriverReading, Trip } from '../rules/vocabulary/index.ts';
import { FieldReader } from './fieldReader.ts';
import { ProblemList, pointerTo, present } from './jsonValue.ts';
import { normaliseDriver, normaliseTrip } from './normalise.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { PageQuery } from './queries.ts';

/** One page of a list. */
export interface Page<Row> {
  /** First and last date (UTC, `YYYY-MM-DD`) that the answer covers, both included. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Offset of the next page. Absent on the last page; the trips list may omit it on any page. */
  readonly nextOffset?: number;
  /** Rows with a usable id. */
  readonly rows: readonly Row[];
  /** Number of rows that the service sent, including unusable and repeated ones. It shows whether the page was full. */
  readonly received: number;
  /** Problems of the page itself. Each row contains its own problems. */
  readonly problems: readonly DataProblem[];
}

/** Reads a page of the drivers list. A row without its own dates gets the page's dates. */
export function normaliseDriversPage(body: unknown): Page<DriverReading> {
  return readPage(body, { list: 'drivers', id: 'driver_id' }, (driverId, item, range) => ({
    ...range,
    ...normaliseDriver(driverId, item),
  }));
}

/** Reads a page of one driver's trips. The list never contains events, paths and speed profiles. */
export function normaliseTripsPage(driverId: string, body: unknown): Page<Trip> {
  return readPage(body, { list: 'trips', id: 'trip_id' }, (tripId, item) =>
    normaliseTrip(driverId, tripId, item),
  );
}

/** Reads a page of one driver's session ids. */
export function normaliseSessionsPage(body: unknown): Page<string> {
  return readPage(body, { list: 'sessions', id: 'session_id' }, (sessionId) => sessionId);
}

interface DateRange {
  readonly startDate?: string;
  readonly endDate?: string;
}

type RowReader<Row> = (id: string, item: unknown, range: DateRange) => Row;

function readPage<Row>(
  body: unknown,
  names: { readonly list: string; readonly id: string },
  readRow: RowReader<Row>,
): Page<Row> {
  const problems = new ProblemList();
  const page = new FieldReader(body, '', problems);
  const range = present({ startDate: page.date('start_date'), endDate: page.date('end_date') });
  const items = page.list(names.list, names.id) ?? [];
  const rows = items.flatMap(({ item, pointer }) => {
    const id = new FieldReader(item, pointer, problems).id(names.id);
    if (id !== undefined) return [readRow(id, item, range)];
    problems.add(pointerTo(pointer, names.id), 'no usable id, so the row is left out');
    return [];
  });
  const nextOffset = page.count('next_offset');
  return { ...range, ...present({ nextOffset }), rows, received: items.length, problems: problems.list() };
}

/**
 * Number of rows requested per page: the largest number that a live service is known to return. A service may return fewer
 * without an error.
 */
const PAGE_SIZE = 50;

/** Number of consecutive pages without a new id after which a list is considered complete, regardless of `next_offset`. */
const MAX_STALE_PAGES = 3;

/** Function and query with which a list's pages are requested. */
interface PageSource<Row, Query extends PageQuery> {
  readonly query: Query;
  readonly fetchPage: (query: Query & Required<PageQuery>) => Promise<Outcome<Page<Row>>>;
  readonly idOf: (row: Row) => string;
}

/**
 * Reads a list to its end. Yields one outcome per page, and ends after the first failure, so that callers notice an incomplete
 * list. Yields each row once, even if rows that move between pages are sent again.
 *
 * | `next_offset` | next offset | end of the list |
 * |---|---|---|
 * | increases, and skips no row that was not sent | `next_offset`, even after an empty page | no `next_offset` |
 * | otherwise | offset plus received rows | an empty page, no new id, or a refused offset |
 *
 * A page with fewer rows than requested is not necessarily the last.
 */
export async function* followPages<Row, Query extends PageQuery>(
  source: PageSource<Row, Query>,
): AsyncGenerator<Outcome<Page<Row>>, void, undefined> {
  const limit = source.query.limit ?? PAGE_SIZE;
  const seen = new Set<string>();
  let offset = source.query.offset ?? 0;
  let counted: { readonly isFull: boolean } | undefined;
  for (let first = true, stale = 0; ; first = false) {
    const outcome = await source.fetchPage({ ...source.query, limit, offset });
    if (outcome.kind !== 'ok') {
      if (!counted || !isPastEnd(outcome, counted)) yield outcome;
      return;
    }
    const page = outcome.value;
    const fresh = page.rows.filter((row) => isNew(source.idOf(row), seen));
    stale = fresh.length === 0 ? stale + 1 : 0;
    if (first || fresh.length > 0) yield { kind: 'ok', value: { ...page, rows: fresh } };
    const advances = page.nextOffset !== undefined && page.nextOffset > offset;
    if (advances ? stale >= MAX_STALE_PAGES : stale > 0) return;
    const after = offset + page.received;
    // Detects a `next_offset` after rows that were requested but not sent, from a service that returned fewer rows than
    // requested.
    const passesOver = advances && fresh.length > 0 && page.nextOffset > after;
    counted = advances && !passesOver ? undefined : { isFull: page.received >= limit };
    offset = advances && !passesOver ? page.nextOffset : after;
  }
}

/**
 * Returns whether a failure at an offset that was computed here means that the list had ended. A refusal after a full page does
 * not, because the offset may exceed the service's maximum.
 */
function isPastEnd(failure: Failure, before: { readonly isFull: boolean }): boolean {
  if (failure.kind !== 'invalid') return false;
  return failure.notFound === true || failure.noList === true || (failure.refused === true && !before.isFull);
}

function isNew(id: string, seen: Set<string>): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}
