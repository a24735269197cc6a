import type { DataProblem, DriverReading, Trip } from '../rules/vocabulary/index.ts';
import { FieldReader } from './fieldReader.ts';
import { ProblemList, pointerTo, present } from './jsonValue.ts';
import { normaliseDriver, normaliseTrip } from './normalise.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { PageQuery } from './queries.ts';

/** One page of a list. */
export interface Page<Row> {
  /** The range that the answer covers, `YYYY-MM-DD`, both inclusive, UTC. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Offset of the following page. Absent on the last page; the trips list may omit it on any page. */
  readonly nextOffset?: number;
  /** Rows with a usable id. */
  readonly rows: readonly Row[];
  /** Number of rows that the service sent, unusable and repeated ones included. It shows whether the page was full. */
  readonly received: number;
  /** Problems of the page itself; a row holds its own problems. */
  readonly problems: readonly DataProblem[];
}

/** Reads a page of the drivers list. A row without its own dates gets the page's dates. */
export function normaliseDriversPage(body: unknown): Page<DriverReading> {
  return readPage(body, { list: 'drivers', id: 'driver_id' }, (driverId, item, range) => ({
    ...range,
    ...normaliseDriver(driverId, item),
  }));
}

/** Reads a page of one driver's trips. The list never contains events, path and speed profile. */
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

/** Rows requested per page: the highest number that a live service is known to return. A service may silently return fewer. */
const PAGE_SIZE = 50;

/** Number of consecutive pages without a new id after which a list is considered complete, whatever `next_offset` says. */
const MAX_STALE_PAGES = 3;

/** The source of a list's pages. */
interface PageSource<Row, Query extends PageQuery> {
  readonly query: Query;
  readonly fetchPage: (query: Query & Required<PageQuery>) => Promise<Outcome<Page<Row>>>;
  readonly idOf: (row: Row) => string;
}

/**
 * Follows a list to its end. Yields one outcome per page and ends after the first that is not `ok`, so that callers notice an
 * incomplete list. Yields a row once, however often moving data repeats it.
 *
 * | `next_offset` | next offset | end of the list |
 * |---|---|---|
 * | advances, and skips no row that was not sent | `next_offset`, even after an empty page | none is given |
 * | else | the rows counted, because a short page proves nothing | an empty page, no new id, or a refused offset |
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
    // A service that returned fewer rows than requested may name the offset after all of the requested rows.
    const passesOver = advances && fresh.length > 0 && page.nextOffset > after;
    counted = advances && !passesOver ? undefined : { isFull: page.received >= limit };
    offset = advances && !passesOver ? page.nextOffset : after;
  }
}

/**
 * Returns whether a failed request for an offset that was counted here means that the list had ended. A refusal after a full
 * page does not, because the offset may exceed the service’s maximum.
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
