import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { hasLeft } from './driving.ts';
import type { DigestScope } from './driving.ts';
import type { Db } from '../db/index.ts';

/** A driver with the values of both periods. A value is null if the service did not list it. */
export interface RankedDriver {
  readonly driverId: string;
  /** The name from the fleet's driver attribute, or the id if there is no name. */
  readonly name: string;
  readonly groups: readonly string[];
  readonly score: number | null;
  readonly before: number | null;
  readonly trips: number | null;
  readonly tripsBefore: number | null;
  readonly distanceKm: number | null;
}

/** The first drivers of a ranking, and the total number of drivers in it. */
export interface Ranked {
  readonly drivers: readonly RankedDriver[];
  readonly total: number;
}

/** The rankings: drivers whose score fell, whose score rose, whose score is low, and who no longer drive. */
export type RankedList = 'fell' | 'rose' | 'low' | 'silent';

/** The rankings of a run's drivers. */
export interface Rankings extends Readonly<Record<RankedList, Ranked>> {
  /** Number of drivers with a score and enough trips in both periods, whether or not the score changed. */
  readonly comparable: number;
  /** Number of drivers whose score fell, is low, or both. A driver in both lists is counted once. */
  readonly coaching: number;
}

/**
 * Ranks the drivers of a run. A change of score needs a score and at least `minTrips` trips in both periods. So a single drive or
 * a missing score does not rank a driver.
 * @param args.groups the run's groups. Null means the whole fleet. A driver who now drives in another group is not listed as
 * `silent`.
 */
export async function rankDrivers(
  db: Db,
  args: Pick<DigestScope, 'fleetId' | 'runId' | 'groups'> & {
    readonly minTrips: number;
    /** A score below this value is low. */
    readonly below: number;
    /** Maximum number of drivers per ranking. */
    readonly limit: number;
  },
): Promise<Rankings> {
  const { fleetId, runId, minTrips, below, limit } = args;
  const isBoth = sql`trips >= ${minTrips} and trips_before >= ${minTrips}`;
  const isNow = sql`is_now and trips >= ${minTrips}`;
  const isSilent = sql`is_before and trips_before is distinct from 0 and (not is_now or trips = 0)
    and not (not is_now and ${hasLeft(args, sql`paired.driver_id`)})`;
  const list = (name: RankedList, where: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    (select ${name}::text as list, row_number() over (order by ${order}, driver_id) as place,
      count(*) over ()::int as total, driver_id, name, groups, score, before, trips, trips_before, distance_km
    from paired where ${where} order by place limit ${limit})`;
  const lists = [
    list('fell', sql`${isBoth} and score < before`, sql`score - before`),
    list('rose', sql`${isBoth} and score > before`, sql`before - score`),
    list('low', sql`${isNow} and score < ${below}`, sql`score`),
    list('silent', isSilent, sql`trips_before desc nulls last`),
  ];
  // Uses "group by" instead of a join. Right after so many inserts, the planner expects few rows and would join them one by one.
  const { rows } = await sql<RankedRow>`
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
    ), counts as (
      select (count(*) filter (where ${isBoth} and score is not null and before is not null))::int as comparable,
        (count(*) filter (where ${isNow} and (score < ${below} or (trips_before >= ${minTrips} and score < before))))::int
          as coaching
      from paired
    )
    select * from counts left join (${sql.join(lists, sql` union all `)}) as listed on true order by list, place`.execute(
    db,
  );
  const { comparable, coaching } = rows[0]!;
  const ranked = (name: RankedList): Ranked => {
    const found = rows.filter((row) => row.list === name);
    return { drivers: found.map(driverOf), total: found[0]?.total ?? 0 };
  };
  const silent = ranked('silent');
  return {
    comparable,
    coaching,
    fell: ranked('fell'),
    rose: ranked('rose'),
    low: ranked('low'),
    silent: {
      ...silent,
      drivers: silent.drivers.map((driver) => ({ ...driver, score: null, trips: 0, distanceKm: 0 })),
    },
  };
}

type RankedRow = RankedDriver & {
  readonly list: RankedList | null;
  readonly place: number;
  readonly total: number;
  readonly comparable: number;
  readonly coaching: number;
};

function driverOf({ list: _l, place: _p, total: _t, comparable: _c, coaching: _o, ...driver }: RankedRow) {
  return driver;
}

/** Returns drivers of the period whose phone lacks essential sensors, ordered by name, and their total number. */
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
