import { sql } from 'kysely';
import type { Insertable, RawBuilder, Selectable } from 'kysely';
import type { Trip, TripEvent } from '../../rules/vocabulary/index.ts';
import { jsonb, jsonbOrNull } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { TripEventsTable, TripKey, TripsTable } from '../tables/index.ts';
import { tripEndedAt } from './trips.ts';
import { windowFingerprint } from './windowCounts.ts';

/** Maximum length of an event type's name. A longer name matches no rule and would not fit the index. */
const LONGEST_TYPE_NAME = 200;

/**
 * Stores the service's data about a trip, replacing earlier data. A new trip is added; the state of a known trip stays unchanged.
 * Call it under the driver's lock.
 * @param args.revision the revision (from 1) of the decision about this content, or 0 for a backfilled trip
 * @returns the time since which the trip is counted in windows with this content. Undefined if nothing was stored, because a late
 * duplicate must not restore a trip that Tripline deleted.
 */
export async function keepTrip(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly trip: Trip;
    readonly contentHash: string;
    readonly revision: number;
    readonly at: Date;
  },
): Promise<Date | undefined> {
  const { fleetId, trip } = args;
  const key: TripKey = { fleetId, driverId: trip.driverId, tripId: trip.tripId };
  const content = {
    ...figures(trip),
    contentHash: args.contentHash,
    windowHash: windowFingerprint(trip),
    revision: args.revision,
    storedAt: args.at,
    positionsRemovedAt: null,
  };
  const stored = await db
    .with('stored', (tx) =>
      tx
        .insertInto('trips')
        .values({
          ...key,
          ...content,
          windowSince: afterAllOf(key),
          state: 'waiting',
          firstReceivedAt: args.at,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['fleetId', 'driverId', 'tripId'])
            .doUpdateSet({ ...content, windowSince: windowSince(key, content.windowHash) })
            .where('trips.state', '!=', 'deleted'),
        )
        .returning(['fleetId', 'driverId', 'tripId', 'windowSince']),
    )
    .with('events', () => sql<Written>`(${insertEvents(trip)})`)
    .with('surplus', () => sql<Written>`(${surplusEvents(trip)})`)
    .with('paths', () => sql<Written>`(${insertPath(trip)})`)
    .with('notified', () => sql<Written>`(${NOTIFIED_NO_LONGER})`)
    .selectFrom('stored')
    .select('windowSince')
    .executeTakeFirst();
  return stored?.windowSince ?? undefined;
}

/** Returns the `window_since` of new content. The stored time is kept if the content changes nothing for windows. */
function windowSince(key: TripKey, windowHash: string): RawBuilder<Date> {
  return sql`case when trips.stored_at is not null and trips.window_hash = ${windowHash}
    then trips.window_since else ${afterAllOf(key)} end`;
}

/**
 * Returns a time later than `window_since` of all stored trips of the driver. Uses the database's clock, because all processes
 * share it. The result is later than the stored times even if that clock was set back.
 */
function afterAllOf({ fleetId, driverId }: TripKey): RawBuilder<Date> {
  return sql`(select greatest(
      date_trunc('milliseconds', clock_timestamp()),
      max(earlier.window_since) + interval '1 millisecond'
    ) from trips earlier where earlier.fleet_id = ${fleetId} and earlier.driver_id = ${driverId})`;
}

type Figures = Omit<
  Insertable<TripsTable>,
  | keyof TripKey
  | 'state'
  | 'firstReceivedAt'
  | 'revision'
  | 'contentHash'
  | 'storedAt'
  | 'windowHash'
  | 'windowSince'
  | 'positionsRemovedAt'
>;

function isUnread({ typeCode, typeName }: TripEvent): boolean {
  return typeCode === undefined && typeName === undefined;
}

function figures(trip: Trip): Figures {
  return {
    distanceKm: trip.distanceKm ?? null,
    durationSeconds: trip.durationSeconds ?? null,
    maxSpeedKmph: trip.maxSpeedKmph ?? null,
    startTime: trip.startTime ?? null,
    endTime: trip.endTime ?? null,
    trackingId: trip.trackingId ?? null,
    sessionId: trip.sessionId ?? null,
    insurancePeriod: trip.insurancePeriod ?? null,
    score: trip.score ?? null,
    scoreUnrated: trip.score === null,
    // Casts these expressions to `never`, because Kysely's Insertable type does not accept expressions for columns of these
    // types.
    ratings: jsonb(trip.ratings) as never,
    extra: jsonb(trip.extra) as never,
    problems: jsonb(trip.problems) as never,
    eventsKnown: trip.events !== undefined,
    eventsUnread: trip.events?.some(isUnread) === true,
    pathPoints: trip.path?.length ?? null,
    speedSamples: trip.speedProfile?.length ?? null,
    endedAt: tripEndedAt(trip) ?? null,
    clockAheadSeconds: trip.clockAheadSeconds ?? null,
  };
}

/** The result type of a statement in a `with` clause that returns nothing. */
type Written = Readonly<Record<string, never>>;

/** Columns of an event and their SQL types, without the trip's key and the position. */
const EVENT_COLUMNS = {
  type_code: 'double precision',
  type_name: 'text',
  start_time: 'text',
  end_time: 'text',
  duration_seconds: 'double precision',
  latitude_start: 'double precision',
  longitude_start: 'double precision',
  latitude_end: 'double precision',
  longitude_end: 'double precision',
  average_driver_speed_kmph: 'double precision',
  max_driver_speed_kmph: 'double precision',
  posted_speed_limit_kmph: 'double precision',
  extra: 'jsonb',
  trip_ended_at: 'timestamptz',
} as const;
const COLUMN_NAMES = Object.keys(EVENT_COLUMNS);
const COLUMNS = sql.raw(COLUMN_NAMES.join(', '));
const TYPED_COLUMNS = sql.raw(
  Object.entries(EVENT_COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);
const NEW_COLUMNS = sql.raw(COLUMN_NAMES.map((name) => `${name} = excluded.${name}`).join(', '));

/**
 * Inserts all events as one parameter, however many there are. Uses `stored` from the statement's `with` clause, which is empty
 * if the trip was not stored.
 */
function insertEvents(trip: Trip): RawBuilder<unknown> {
  const tripEndedAtText = tripEndedAt(trip)?.toISOString();
  const rows = (trip.events ?? []).map((event, position) => ({
    position,
    type_code: event.typeCode,
    type_name: event.typeName?.slice(0, LONGEST_TYPE_NAME),
    start_time: event.startTime,
    end_time: event.endTime,
    duration_seconds: event.durationSeconds,
    latitude_start: event.latitudeStart,
    longitude_start: event.longitudeStart,
    latitude_end: event.latitudeEnd,
    longitude_end: event.longitudeEnd,
    average_driver_speed_kmph: event.averageDriverSpeedKmph,
    max_driver_speed_kmph: event.maxDriverSpeedKmph,
    posted_speed_limit_kmph: event.postedSpeedLimitKmph,
    extra: event.extra,
    trip_ended_at: tripEndedAtText,
  }));
  return sql`
    insert into trip_events (fleet_id, driver_id, trip_id, position, ${COLUMNS})
    select stored.fleet_id, stored.driver_id, stored.trip_id, event.position, ${COLUMNS}
    from stored, jsonb_to_recordset(${jsonb(rows)}) event (position integer, ${TYPED_COLUMNS})
    on conflict (fleet_id, driver_id, trip_id, position) do update set ${NEW_COLUMNS}`;
}

/** Removes the trip data that a notification contained, because the trip itself was read. */
const NOTIFIED_NO_LONGER = sql`
    update notifications set body = null from stored
    where notifications.fleet_id = stored.fleet_id and notifications.driver_id = stored.driver_id
      and notifications.trip_id = stored.trip_id and notifications.body is not null`;

/** Deletes stored events with positions beyond the end of the new list of events. */
function surplusEvents(trip: Trip): RawBuilder<unknown> {
  return sql`
    delete from trip_events using stored
    where trip_events.fleet_id = stored.fleet_id and trip_events.driver_id = stored.driver_id
      and trip_events.trip_id = stored.trip_id and trip_events.position >= ${trip.events?.length ?? 0}`;
}

function insertPath(trip: Trip): RawBuilder<unknown> {
  if (trip.path === undefined && trip.speedProfile === undefined)
    return sql`
      delete from trip_paths using stored
      where trip_paths.fleet_id = stored.fleet_id and trip_paths.driver_id = stored.driver_id
        and trip_paths.trip_id = stored.trip_id`;
  return sql`
    insert into trip_paths (fleet_id, driver_id, trip_id, path, speed_profile)
    select fleet_id, driver_id, trip_id, ${jsonbOrNull(trip.path)}::jsonb, ${jsonbOrNull(trip.speedProfile)}::jsonb
    from stored
    on conflict (fleet_id, driver_id, trip_id)
      do update set path = excluded.path, speed_profile = excluded.speed_profile`;
}

/** Returns the stored trip with its events, without path and speed profile. Undefined if no data of the trip is stored. */
export async function getStoredTrip(db: Db, key: TripKey): Promise<Trip | undefined> {
  return (await getTripWithOrigin(db, key))?.trip;
}

/** A stored trip, and the source through which it became known. */
export interface TripWithOrigin {
  readonly trip: Trip;
  readonly receivedFrom: Selectable<TripsTable>['receivedFrom'];
}

/** Returns the stored trip like `getStoredTrip`, with the source through which it became known. */
export async function getTripWithOrigin(db: Db, key: TripKey): Promise<TripWithOrigin | undefined> {
  const { fleetId, driverId, tripId } = key;
  const row = await db
    .selectFrom('trips')
    .selectAll()
    .where((where) => where.and({ fleetId, driverId, tripId }))
    .where('contentHash', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const events = await db
    .selectFrom('tripEvents')
    .selectAll()
    .where((where) => where.and({ fleetId, driverId, tripId }))
    .orderBy('position')
    .execute();
  const trip = {
    driverId,
    tripId,
    ...present(row, TRIP_FIELDS),
    ...(row.score !== null || row.scoreUnrated ? { score: row.score } : {}),
    ratings: row.ratings ?? {},
    ...(row.eventsKnown ? { events: events.map(eventOf) } : {}),
    extra: row.extra ?? {},
    problems: row.problems ?? [],
  };
  return { trip, receivedFrom: row.receivedFrom };
}

const TRIP_FIELDS = [
  'distanceKm',
  'durationSeconds',
  'maxSpeedKmph',
  'startTime',
  'endTime',
  'clockAheadSeconds',
  'trackingId',
  'sessionId',
  'insurancePeriod',
] as const;

export const EVENT_FIELDS = [
  'typeCode',
  'typeName',
  'startTime',
  'endTime',
  'durationSeconds',
  'latitudeStart',
  'longitudeStart',
  'latitudeEnd',
  'longitudeEnd',
  'averageDriverSpeedKmph',
  'maxDriverSpeedKmph',
  'postedSpeedLimitKmph',
] as const;

function eventOf(row: Selectable<TripEventsTable>): TripEvent {
  return { ...present(row, EVENT_FIELDS), extra: row.extra };
}

type Present<Row, Field extends keyof Row> = { [Name in Field]?: NonNullable<Row[Name]> };

/** Returns the given fields that have a value. The model omits a field where the row contains null. */
export function present<Row, Field extends keyof Row>(
  row: Row,
  fields: readonly Field[],
): Present<Row, Field> {
  const found: Present<Row, Field> = {};
  for (const field of fields) {
    const value = row[field];
    if (value !== null && value !== undefined) found[field] = value;
  }
  return found;
}
