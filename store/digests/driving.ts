import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { StoredDates } from './runs.ts';
import type { Db } from '../db/index.ts';

/** The scope of a digest: dates, and the whole fleet or only the drivers of its groups whom its run gathered. */
export interface DigestScope {
  readonly fleetId: string;
  readonly runId: string;
  readonly dates: StoredDates;
  /** Null: the whole fleet. */
  readonly groups: readonly string[] | null;
}

/**
 * Returns whether a row's driver belongs to the digest: the group's list of the period contains the driver, or only the list of
 * the period before does and the driver has not left.
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
 * Returns whether a driver is in other groups by now, as the fleet's groups were read last: what they do there is not for this
 * digest. One who is in no group may just not have driven, and has not left.
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

/** Returns the first instant of the dates, and the first after them. */
export function instantsOf({ from, to }: StoredDates): { readonly from: Date; readonly until: Date } {
  return { from: new Date(from), until: new Date(Date.parse(to) + DAY_MS) };
}

const DAY_MS = 86_400_000;
/** No trip lasts longer: how far behind the dates a trip that began in them may have ended. */
const LONGEST_TRIP_MS = 2 * DAY_MS;

/**
 * Returns stored trips that began on the dates, because the service assigns a trip to the day it began. Deleted and gone ones are
 * left out. Without a start, a trip's end decides; without both, or if the clock was ahead, its first receipt.
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

/** Kilometres in trips whose events and length are known, and their events by type. */
export interface TripEvents {
  readonly distanceKm: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** Returns the events of the trips that began on the dates. */
export async function digestEvents(db: Db, scope: DigestScope): Promise<TripEvents> {
  const all = await eventsBy(db, scope, { key: sql`''`, where: sql`true` });
  return all.get('') ?? { distanceKm: 0, counts: {} };
}

/** Returns the events of some drivers by driver id, without drivers that have no such trips. */
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

/** Returns a value made of the beginning, null where that is no time: a condition beside it may be checked after it. */
function guarded(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when pg_input_is_valid(start_time, 'timestamptz') and pg_input_is_valid(${CLOCK}, 'time') then ${value} end`;
}

/**
 * Returns the share of driving time between midnight and four, by each trip's own clock, of stored trips that began on the
 * dates; null where no trip says when it was.
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
