import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { hasLeft } from './driving.ts';
import type { DigestScope } from './driving.ts';
import type { Db } from '../db/index.ts';

/** A run whose drivers are ranked. */
export interface RankedRun {
  readonly fleetId: string;
  readonly runId: string;
  readonly minTrips: number;
  /** Drivers of a list at most. */
  readonly limit: number;
}

/** A driver in both periods, as far as he is in them. */
export interface RankedDriver {
  readonly driverId: string;
  /** The name in the fleet's attribute, else the id. */
  readonly name: string;
  readonly groups: readonly string[];
  readonly score: number | null;
  readonly before: number | null;
  readonly trips: number | null;
  readonly tripsBefore: number | null;
  readonly distanceKm: number | null;
}

/** The first of a list, and how many there are in all. */
export interface Ranked {
  readonly drivers: readonly RankedDriver[];
  readonly total: number;
}

/**
 * Ranks drivers by the change of their score. Includes only drivers with a score and enough trips in both periods, so that a
 * single drive or a missing score does not rank a driver.
 */
export async function rankByChange(
  db: Db,
  args: RankedRun & { readonly direction: 'fell' | 'rose' },
): Promise<Ranked> {
  const { minTrips, direction } = args;
  const change = direction === 'fell' ? sql`score - before` : sql`before - score`;
  return ranked(db, args, {
    where: sql`trips >= ${minTrips} and trips_before >= ${minTrips} and ${change} < 0`,
    order: change,
  });
}

/** Counts the drivers whom `rankByChange` could rank, whichever way their score changed. */
export async function countComparable(db: Db, args: Omit<RankedRun, 'limit'>): Promise<number> {
  const { minTrips } = args;
  const { total } = await ranked(
    db,
    { ...args, limit: 1 },
    {
      where: sql`trips >= ${minTrips} and trips_before >= ${minTrips} and score is not null and before is not null`,
      order: sql`driver_id`,
    },
  );
  return total;
}

/** Returns rated drivers with enough trips whose score is below a bound, the lowest first. */
export async function rankByNeed(db: Db, args: RankedRun & { readonly below: number }): Promise<Ranked> {
  return ranked(db, args, {
    where: sql`is_now and trips >= ${args.minTrips} and score < ${args.below}`,
    order: sql`score`,
  });
}

/** Counts the drivers whose score fell, is below a bound, or both: each once. */
export async function countCoaching(
  db: Db,
  args: Omit<RankedRun, 'limit'> & { readonly below: number },
): Promise<number> {
  const { minTrips, below } = args;
  const { total } = await ranked(
    db,
    { ...args, limit: 1 },
    {
      where: sql`is_now and trips >= ${minTrips}
        and (score < ${below} or (trips_before >= ${minTrips} and score < before))`,
      order: sql`driver_id`,
    },
  );
  return total;
}

/**
 * Drivers of the period before who drive no more in this one, who drove most first.
 * @param args.groups those the run is about, null: the whole fleet; one who drives in another group now is not silent
 */
export async function silentDrivers(
  db: Db,
  args: Omit<RankedRun, 'minTrips'> & Pick<DigestScope, 'groups'>,
): Promise<Ranked> {
  const { drivers, total } = await ranked(db, args, {
    where: sql`is_before and trips_before is distinct from 0 and (not is_now or trips = 0)
      and not (not is_now and ${hasLeft(args, sql`paired.driver_id`)})`,
    order: sql`trips_before desc nulls last`,
  });
  return { drivers: drivers.map((driver) => ({ ...driver, score: null, trips: 0, distanceKm: 0 })), total };
}

/**
 * Both periods of each driver side by side. Grouped and not joined: right after so many rows were written, the database
 * takes them for a few and would join them one by one.
 */
async function ranked(
  db: Db,
  { fleetId, runId, limit }: Omit<RankedRun, 'minTrips'>,
  by: { readonly where: RawBuilder<unknown>; readonly order: RawBuilder<unknown> },
): Promise<Ranked> {
  const { rows } = await sql<RankedDriver & { readonly total: number }>`
    with paired as (
      select driver_id,
        coalesce(max(name) filter (where range = 'now'), max(name), driver_id) as name,
        coalesce(max(groups) filter (where range = 'now'), max(groups)) as groups,
        max(score) filter (where range = 'now') as score, max(score) filter (where range = 'before') as before,
        max(trip_count) filter (where range = 'now') as trips,
        max(trip_count) filter (where range = 'before') as trips_before,
        max(distance_km) filter (where range = 'now') as distance_km,
        bool_or(range = 'now') as is_now, bool_or(range = 'before') as is_before
      from digest_drivers where fleet_id = ${fleetId} and run_id = ${runId}
      group by driver_id
    )
    select driver_id, name, groups, score, before, trips, trips_before, distance_km, count(*) over ()::int as total
    from paired where ${by.where}
    order by ${by.order}, driver_id limit ${limit}`.execute(db);
  return listOf(rows);
}

function listOf(rows: readonly (RankedDriver & { readonly total: number })[]): Ranked {
  return {
    drivers: rows.map(({ total: _total, ...driver }) => driver),
    total: rows[0]?.total ?? 0,
  };
}

/** Returns drivers of the period with a phone that misses essential sensors, by name, and how many in all. */
export async function driversMissingSensors(
  db: Db,
  args: { readonly fleetId: string; readonly runId: string; readonly limit: number },
): Promise<{
  readonly drivers: readonly {
    readonly driverId: string;
    readonly name: string;
    readonly missing: readonly string[];
  }[];
  readonly total: number;
}> {
  const { rows } = await sql<{ driverId: string; name: string; missing: string[]; total: number }>`
    select driver_id, coalesce(name, driver_id) as name, missing_sensors as missing, count(*) over ()::int as total
    from digest_drivers
    where fleet_id = ${args.fleetId} and run_id = ${args.runId} and range = 'now' and missing_sensors <> '{}'
    order by coalesce(name, driver_id), driver_id limit ${args.limit}`.execute(db);
  return {
    drivers: rows.map(({ driverId, name, missing }) => ({ driverId, name, missing })),
    total: rows[0]?.total ?? 0,
  };
}
