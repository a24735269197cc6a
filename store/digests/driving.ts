import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { StoredDates } from './runs.ts';
import type { Db } from '../db/index.ts';

/** The scope of a digest: its dates, and the whole fleet or only the drivers of its groups whom the run gathered. */
export interface DigestScope {
  readonly fleetId: string;
  readonly runId: string;
  readonly dates: StoredDates;
  /** Null means the whole fleet. */
  readonly groups: readonly string[] | null;
}

/**
 * Returns a condition: the driver belongs to the digest. True if the groups' lists of the period include the driver. Also true if
 * only the lists of the period before do and the driver has not left the groups.
 */
export function ofDigest(
  scope: Omit<DigestScope, 'dates'>,
  driver: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (scope.groups === null) return sql<boolean>`true`;
  return sql<boolean>`${driver} in (
    select driver_id from digest_drivers
    where fleet_id = ${scope.fleetId} and run_id = ${scope.runId} and range = 'now'
    union all
    select driver_id from digest_drivers listed
    where fleet_id = ${scope.fleetId} and run_id = ${scope.runId} and range = 'before'
      and not ${hasLeft(scope, sql`listed.driver_id`)})`;
}

/**
 * Returns a condition: the driver is now only in other groups, as the fleet's groups were last read. The digest excludes what
 * such a driver does there. A driver in no group has perhaps just not driven, and has not left.
 */
export function hasLeft(
  { fleetId, groups }: Pick<DigestScope, 'fleetId' | 'groups'>,
  driver: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (groups === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select from driver_groups known
    where known.fleet_id = ${fleetId} and known.driver_id = ${driver}
      and known.groups <> '{}' and not known.groups && ${[...groups]}::text[])`;
}

/** Returns the first instant of some dates (`from`) and the first instant after them (`until`), in UTC. */
export function instantsOf({ from, to }: StoredDates): { readonly from: Date; readonly until: Date } {
  return { from: new Date(from), until: new Date(Date.parse(to) + DAY_MS) };
}

const DAY_MS = 86_400_000;
/** Longest possible trip. A trip that began on a digest's dates may end this long after them. */
const LONGEST_TRIP_MS = 2 * DAY_MS;

/**
 * Selects stored trips that began on the digest's dates, because the service assigns a trip to the day on which it began.
 * Excludes deleted and gone trips.
 *
 * Without a start, the trip's end decides. Without an end too, or if the device's clock was ahead, the time of first receipt
 * decides.
 */
function tripsOf(scope: DigestScope): RawBuilder<unknown> {
  const { from, until } = instantsOf(scope.dates);
  const latest = new Date(until.getTime() + LONGEST_TRIP_MS);
  return sql`
    select driver_id, trip_id, distance_km, events_known and not events_unread as events_known
    from trips
    where fleet_id = ${scope.fleetId} and state not in ('deleted', 'gone')
      and ((ended_at >= ${from} and ended_at < ${latest})
        or (ended_at is null and first_received_at >= ${from} and first_received_at < ${until}))
      and case when clock_ahead_seconds is not null then first_received_at
        when pg_input_is_valid(start_time, 'timestamptz') then start_time::timestamptz
        else coalesce(ended_at, first_received_at) end between ${from} and ${new Date(until.getTime() - 1)}
      and ${ofDigest(scope, sql`trips.driver_id`)}`;
}

const EVENT_TYPE = sql`coalesce(event.type_name, event.type_code::text)`;

/** Events by type on trips whose events and length are known, and the kilometres of these trips. */
export interface TripEvents {
  readonly distanceKm: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** Returns the events on the trips that began on the digest's dates. */
export async function digestEvents(db: Db, scope: DigestScope): Promise<TripEvents> {
  const all = await eventsBy(db, scope, { key: sql`''`, where: sql`true` });
  return all.get('') ?? { distanceKm: 0, counts: {} };
}

/** Returns the same events of some drivers, by driver id. Omits drivers without trips on the digest's dates. */
export async function eventsOfDrivers(
  db: Db,
  { driverIds, ...scope }: DigestScope & { readonly driverIds: readonly string[] },
): Promise<ReadonlyMap<string, TripEvents>> {
  return eventsBy(db, scope, { key: sql`driver_id`, where: sql`driver_id = any(${[...driverIds]})` });
}

async function eventsBy(
  db: Db,
  scope: DigestScope,
  { key, where }: { readonly key: RawBuilder<unknown>; readonly where: RawBuilder<unknown> },
): Promise<ReadonlyMap<string, TripEvents>> {
  const { rows } = await sql<TripEvents & { readonly key: string }>`
    with held as materialized (
      select *, ${key}::text as key from (${tripsOf(scope)}) as every
      where ${where} and events_known and distance_km is not null
    ), counted as (
      select key, ${EVENT_TYPE} as event_type, count(*)::int as count
      from held join trip_events event using (driver_id, trip_id)
      where event.fleet_id = ${scope.fleetId} and ${EVENT_TYPE} is not null
      group by 1, 2
    )
    select key, sum(distance_km) as distance_km,
      coalesce((select jsonb_object_agg(event_type, count) from counted where counted.key = held.key), '{}') as counts
    from held group by key`.execute(db);
  return new Map(rows.map(({ key: of, ...events }) => [of, events]));
}

const CLOCK = sql`substring(start_time from 12 for 8)`;

/**
 * Returns an expression that is null if `start_time` is no valid time. PostgreSQL may evaluate other conditions of the query in
 * any order, so a condition alone would not prevent an error.
 */
function guarded(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when pg_input_is_valid(start_time, 'timestamptz') and pg_input_is_valid(${CLOCK}, 'time') then ${value} end`;
}

/**
 * Returns the share of driving time between midnight and four o'clock, by each trip's own clock, for stored trips that began on
 * the digest's dates. The share is null if no trip has a start and an end.
 */
export async function nightShareOfTrips(
  db: Db,
  scope: DigestScope,
): Promise<{ readonly share: number | null; readonly trips: number }> {
  const { from, until } = instantsOf(scope.dates);
  const { rows } = await sql<{ share: number | null; trips: number }>`
    with begun as (
      select ended_at, ${guarded(sql`start_time::timestamptz`)} as began_at,
        ${guarded(sql`extract(epoch from ${CLOCK}::time)`)} as begins
      from trips
      where fleet_id = ${scope.fleetId} and state not in ('deleted', 'gone')
        and ended_at >= ${from} and ended_at < ${new Date(until.getTime() + 2 * 86_400_000)}
        and ${ofDigest(scope, sql`trips.driver_id`)}
    ), timed as (
      select begins, extract(epoch from ended_at - began_at) as lasts
      from begun where began_at >= ${from} and began_at < ${until}
    ), nights as (
      select lasts, greatest(0, least(begins + lasts, 14400) - begins)
        + greatest(0, least(begins + lasts, 100800) - greatest(begins, 86400)) as at_night
      from timed where lasts > 0 and lasts <= 86400
    )
    select (sum(at_night) / nullif(sum(lasts), 0))::float8 as share, count(*)::int as trips from nights`.execute(
    db,
  );
  return rows[0]!;
}
