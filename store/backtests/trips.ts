import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { BacktestNeeds, TripPart } from '../../rules/backtests/index.ts';
import type {
  DataProblem,
  PathPoint,
  Ratings,
  SpeedSample,
  Trip,
  TripEvent,
} from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';

/** A range of trip ends. `from` is inclusive, `to` exclusive. */
export interface EndRange {
  readonly from: Date;
  readonly to: Date;
}

/** A stored trip with the data that a back-test needs. */
export interface BacktestTrip {
  readonly trip: Trip;
  readonly endedAt: Date;
  readonly receivedAt: Date;
}

/** Position at which a batch starts: after this trip or, without `endedAt` and `tripId`, after all trips of this driver. */
export interface BatchStart {
  readonly driverId: string;
  readonly endedAt?: Date;
  readonly tripId?: string;
}

/** States of trips that a back-test excludes, as windows do. */
const STATES_LEFT_OUT = sql`('deleted', 'gone')`;

/** Numbers of a fleet's trips that ended in a range. */
export interface TripsEnded {
  readonly trips: number;
  /** The part of `trips` that a backfill stored without a decision. */
  readonly backfilled: number;
  /** Trips that are deleted or gone. They are not included in `trips`. */
  readonly leftOut: number;
}

/** Counts a fleet's trips that ended in a range. */
export async function countTripsEnded(
  db: Db,
  args: EndRange & { readonly fleetId: string },
): Promise<TripsEnded> {
  const { rows } = await sql<TripsEnded>`
    select (count(*) filter (where state not in ${STATES_LEFT_OUT}))::int as trips,
      (count(*) filter (where state = 'decided' and revision = 0))::int as backfilled,
      (count(*) filter (where state in ${STATES_LEFT_OUT}))::int as left_out
    from trips
    where fleet_id = ${args.fleetId} and ended_at >= ${args.from} and ended_at < ${args.to}
      and content_hash is not null`.execute(db);
  return rows[0]!;
}

/** The time range and the drivers of a fleet's newest trips. */
export interface NewestTrips {
  /** End of the earliest of these trips (`from`) and of the latest (`to`). */
  readonly from: Date;
  readonly to: Date;
  /** The drivers of these trips, in an order that does not depend on their driving. */
  readonly driverIds: readonly string[];
}

/** Returns the range and drivers of a fleet's newest trips, or undefined if no trip with an end is stored. */
export async function newestTrips(
  db: Db,
  { fleetId, limit }: { readonly fleetId: string; readonly limit: number },
): Promise<NewestTrips | undefined> {
  const { rows } = await sql<{ from: Date | null; to: Date | null; driverIds: string[] }>`
    with newest as materialized (
      select driver_id, ended_at from trips
      where fleet_id = ${fleetId} and ended_at is not null and state not in ${STATES_LEFT_OUT}
        and content_hash is not null
      order by ended_at desc limit ${limit}
    )
    select min(ended_at) as "from", max(ended_at) as "to",
      array(select driver_id from newest group by driver_id order by md5(driver_id)) as driver_ids
    from newest`.execute(db);
  const { from, to, driverIds } = rows[0]!;
  return from === null || to === null ? undefined : { from, to, driverIds };
}

/** The columns to select for each part of a trip. */
const COLUMNS: Readonly<Record<TripPart, RawBuilder<unknown>>> = {
  distanceKm: sql`distance_km`,
  durationSeconds: sql`duration_seconds`,
  maxSpeedKmph: sql`max_speed_kmph`,
  startTime: sql`start_time`,
  endTime: sql`end_time`,
  sessionId: sql`session_id`,
  trackingId: sql`tracking_id`,
  insurancePeriod: sql`insurance_period`,
  score: sql`score, score_unrated`,
  ratings: sql`ratings`,
  sections: sql`path_points, speed_samples`,
};

interface TripColumns {
  readonly driverId: string;
  readonly tripId: string;
  readonly endedAt: Date;
  readonly firstReceivedAt: Date;
  readonly eventsKnown: boolean;
  readonly problems: readonly DataProblem[] | null;
  readonly score?: number | null;
  readonly scoreUnrated?: boolean;
  readonly ratings?: Ratings | null;
  readonly pathPoints?: number | null;
  readonly speedSamples?: number | null;
}

/**
 * Returns one batch of a fleet's trips, ordered by driver, end and trip. Pages by keyset, so that each batch costs the same
 * however many came before. Reads only the columns and types of events that are needed.
 */
export async function readTripBatch(
  db: Db,
  args: EndRange & {
    readonly fleetId: string;
    readonly needs: BacktestNeeds;
    readonly after: BatchStart | undefined;
    readonly limit: number;
    /** Reads only trips of these drivers. Absent: trips of all drivers. */
    readonly driverIds?: readonly string[];
  },
): Promise<BacktestTrip[]> {
  const { fleetId, needs, from, to } = args;
  const columns = [...needs.parts].map((part) => COLUMNS[part]);
  const { rows } = await sql<TripColumns>`
    select ${sql.join([
      sql`driver_id, trip_id, ended_at, first_received_at, events_known, nullif(problems, '[]'::jsonb) as problems`,
      ...columns,
    ])}
    from trips
    where fleet_id = ${fleetId} and ${startsAfter(args.after)}
      and ended_at >= ${from} and ended_at < ${to}
      ${args.driverIds ? sql`and driver_id = any(${[...args.driverIds]}::text[])` : sql``}
      and state not in ${STATES_LEFT_OUT} and content_hash is not null
    order by driver_id, ended_at, trip_id
    limit ${args.limit}`.execute(db);
  const events = await eventsOf(db, {
    fleetId,
    needs,
    rows,
    ...(args.driverIds && { onlyOf: { from, to } }),
  });
  return rows.map((row) => ({
    trip: tripOf(row, needs, events.get(eventKey(row))),
    endedAt: row.endedAt,
    receivedAt: row.firstReceivedAt,
  }));
}

function startsAfter(after: BatchStart | undefined): RawBuilder<unknown> {
  if (!after) return sql`true`;
  if (!after.endedAt) return sql`driver_id > ${after.driverId}`;
  return sql`(driver_id, ended_at, trip_id) > (${after.driverId}, ${after.endedAt}, ${after.tripId})`;
}

interface EventColumns {
  readonly driverId: string;
  readonly tripId: string;
  readonly typeCode: number | null;
  readonly typeName: string | null;
  readonly count?: number;
  readonly durationSeconds?: number | null;
  readonly maxDriverSpeedKmph?: number | null;
  readonly postedSpeedLimitKmph?: number | null;
}

/** Returns events of the needed types for a batch of trips. If rules need only the number of events, the database counts them. */
async function eventsOf(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly needs: BacktestNeeds;
    readonly rows: readonly TripColumns[];
    /** Set when the batch skips drivers: reads only events of the batch's own drivers, on trips that ended in this range. */
    readonly onlyOf?: EndRange;
  },
): Promise<Map<string, TripEvent[]>> {
  const { needs, rows, onlyOf } = args;
  const found = new Map<string, TripEvent[]>();
  const [first, last] = [rows[0], rows.at(-1)];
  if (needs.events === 'none' || !first || !last) return found;
  const names = needs.eventTypes.map(({ typeName }) => typeName);
  const drivers = [...new Set(rows.map(({ driverId }) => driverId))];
  const isOne = onlyOf
    ? sql`and driver_id = any(${drivers}::text[]) and trip_ended_at >= ${onlyOf.from} and trip_ended_at < ${onlyOf.to}`
    : sql``;
  const codes = needs.eventTypes.flatMap(({ typeCode }) => typeCode ?? []);
  const figures =
    needs.events === 'count'
      ? sql`count(*)::int as count`
      : sql`duration_seconds, max_driver_speed_kmph, posted_speed_limit_kmph`;
  const { rows: events } = await sql<EventColumns>`
    select driver_id, trip_id, type_code, type_name, ${figures}
    from trip_events
    where fleet_id = ${args.fleetId}
      and (driver_id, trip_ended_at) >= (${first.driverId}, ${first.endedAt})
      and (driver_id, trip_ended_at) <= (${last.driverId}, ${last.endedAt})
      ${isOne}
      and (type_name = any(${names}) or type_code = any(${codes}::double precision[]))
    ${needs.events === 'count' ? sql`group by driver_id, trip_id, type_code, type_name` : sql`order by position`}`.execute(
    db,
  );
  for (const row of events) {
    const key = eventKey(row);
    const list = found.get(key) ?? [];
    if (list.length === 0) found.set(key, list);
    const event = eventOf(row);
    for (let each = row.count ?? 1; each > 0; each -= 1) list.push(event);
  }
  return found;
}

function eventKey(row: { readonly driverId: string; readonly tripId: string }): string {
  return JSON.stringify([row.driverId, row.tripId]);
}

function eventOf(row: EventColumns): TripEvent {
  return {
    ...(row.typeCode !== null && { typeCode: row.typeCode }),
    ...(row.typeName !== null && { typeName: row.typeName }),
    ...(typeof row.durationSeconds === 'number' && { durationSeconds: row.durationSeconds }),
    ...(typeof row.maxDriverSpeedKmph === 'number' && { maxDriverSpeedKmph: row.maxDriverSpeedKmph }),
    ...(typeof row.postedSpeedLimitKmph === 'number' && { postedSpeedLimitKmph: row.postedSpeedLimitKmph }),
    extra: {},
  };
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

const PLAIN_PARTS = [
  'distanceKm',
  'durationSeconds',
  'maxSpeedKmph',
  'startTime',
  'endTime',
  'sessionId',
  'trackingId',
  'insurancePeriod',
] as const;

/** Returns a trip with only the parts that were read. Rules that need no other parts decide the same as with the whole trip. */
function tripOf(row: TripColumns, needs: BacktestNeeds, events: TripEvent[] | undefined): Trip {
  const trip: Writable<Trip> = {
    driverId: row.driverId,
    tripId: row.tripId,
    ratings: row.ratings ?? {},
    extra: {},
    problems: row.problems ?? [],
  };
  for (const part of PLAIN_PARTS) {
    const value = (row as Partial<Record<TripPart, unknown>>)[part];
    if (needs.parts.has(part) && value !== null) (trip as Record<string, unknown>)[part] = value;
  }
  if (needs.parts.has('score') && (row.score !== null || row.scoreUnrated)) trip.score = row.score ?? null;
  if (row.eventsKnown) trip.events = events ?? [];
  // Empty arrays of the real length are enough, because facts use the number of points but never their positions.
  if (typeof row.pathPoints === 'number') trip.path = new Array<PathPoint>(row.pathPoints);
  if (typeof row.speedSamples === 'number') trip.speedProfile = new Array<SpeedSample>(row.speedSamples);
  return trip;
}
