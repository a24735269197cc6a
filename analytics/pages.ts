import type { DataProblem, DriverReading, Trip } from '../rules/vocabulary/index.ts';
import { FieldReader } from './fieldReader.ts';
import { normaliseDriver, normaliseTrip } from './normalise.ts';
import { present } from './present.ts';
import { pointerTo, ProblemList } from './problems.ts';

/** One page of a list. */
export interface Page<Row> {
  /** The range the service answered for, `YYYY-MM-DD`, both inclusive, UTC. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** Offset of the following page. Absent on the last page, but the trips list may leave it out on any. */
  readonly nextOffset?: number;
  /** Rows with a usable id. */
  readonly rows: readonly Row[];
  /** Rows the service sent, unusable and repeated ones included: tells whether the page was full. */
  readonly received: number;
  /** What was wrong with the page itself; a row's own problems stand in the row. */
  readonly problems: readonly DataProblem[];
}

/** A page of the drivers list; a row takes the page's dates when it has none of its own. */
export function normaliseDriversPage(body: unknown): Page<DriverReading> {
  return readPage(body, { list: 'drivers', id: 'driver_id' }, (driverId, item, range) => ({
    ...range,
    ...normaliseDriver(driverId, item),
  }));
}

/** A page of one driver's trips; without events, path and speed profile, which the list never carries. */
export function normaliseTripsPage(driverId: string, body: unknown): Page<Trip> {
  return readPage(body, { list: 'trips', id: 'trip_id' }, (tripId, item) =>
    normaliseTrip(driverId, tripId, item),
  );
}

/** A page of one driver's session ids. */
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
  const items = page.list(names.list) ?? [];
  const rows = items.flatMap(({ item, pointer }) => {
    const id = new FieldReader(item, pointer, problems).id(names.id);
    if (id !== undefined) return [readRow(id, item, range)];
    problems.add(pointerTo(pointer, names.id), 'no usable id, so the row is left out');
    return [];
  });
  const nextOffset = page.count('next_offset');
  return { ...range, ...present({ nextOffset }), rows, received: items.length, problems: problems.list() };
}
