import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from './schema.ts';

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
  /** What the fleet's attribute says, else the id. */
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
 * Drivers by the change of their score, each with enough trips in both periods and rated in both, so that nobody is ranked
 * on one drive, and nobody who cannot be rated is taken for one who drives badly.
 */
export async function rankByChange(
  db: Db,
  args: RankedRun & { readonly direction: 'fell' | 'rose' },
): Promise<Ranked> {
  const { minTrips, direction } = args;
  return ranked(db, args, {
    join: sql`join`,
    where: sql`n.trip_count >= ${minTrips} and b.trip_count >= ${minTrips}
      and ${direction === 'fell' ? sql`n.score < b.score` : sql`n.score > b.score`}`,
    order: direction === 'fell' ? sql`n.score - b.score` : sql`b.score - n.score`,
  });
}

/** Rated drivers with enough trips whose score is below a bound, the lowest first. */
export async function rankByNeed(db: Db, args: RankedRun & { readonly below: number }): Promise<Ranked> {
  return ranked(db, args, {
    join: sql`left join`,
    where: sql`n.trip_count >= ${args.minTrips} and n.score < ${args.below}`,
    order: sql`n.score`,
  });
}

async function ranked(
  db: Db,
  { fleetId, runId, limit }: RankedRun,
  by: {
    readonly join: RawBuilder<unknown>;
    readonly where: RawBuilder<unknown>;
    readonly order: RawBuilder<unknown>;
  },
): Promise<Ranked> {
  const { rows } = await sql<RankedDriver & { readonly total: number }>`
    select n.driver_id, coalesce(n.name, n.driver_id) as name, n.groups, n.score, b.score as before,
      n.trip_count as trips, b.trip_count as trips_before, n.distance_km, count(*) over ()::int as total
    from digest_drivers n ${by.join} digest_drivers b on b.fleet_id = n.fleet_id and b.run_id = n.run_id
      and b.range = 'before' and b.driver_id = n.driver_id
    where n.fleet_id = ${fleetId} and n.run_id = ${runId} and n.range = 'now' and ${by.where}
    order by ${by.order}, n.driver_id limit ${limit}`.execute(db);
  return listOf(rows);
}

/** Drivers of the period before who drive no more in this one, who drove most first. */
export async function silentDrivers(db: Db, args: Omit<RankedRun, 'minTrips'>): Promise<Ranked> {
  const { fleetId, runId, limit } = args;
  const { rows } = await sql<RankedDriver & { readonly total: number }>`
    select b.driver_id, coalesce(b.name, b.driver_id) as name, b.groups, null::float8 as score, b.score as before,
      0 as trips, b.trip_count as trips_before, 0::float8 as distance_km, count(*) over ()::int as total
    from digest_drivers b left join digest_drivers n on n.fleet_id = b.fleet_id and n.run_id = b.run_id
      and n.range = 'now' and n.driver_id = b.driver_id
    where b.fleet_id = ${fleetId} and b.run_id = ${runId} and b.range = 'before'
      and b.trip_count is distinct from 0 and (n.driver_id is null or n.trip_count = 0)
    order by b.trip_count desc nulls last, b.driver_id limit ${limit}`.execute(db);
  return listOf(rows);
}

function listOf(rows: readonly (RankedDriver & { readonly total: number })[]): Ranked {
  return {
    drivers: rows.map(({ total: _total, ...driver }) => driver),
    total: rows[0]?.total ?? 0,
  };
}

/** Drivers of the period with a phone that misses essential sensors, by name, and how many in all. */
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
