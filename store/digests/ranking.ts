import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { hasLeft } from './driving.ts';
import type { DigestScope } from './driving.ts';
import type { Db } from '../db/index.ts';

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

/** The lists of drivers: whose score fell or rose, whose score is low, and who no longer drive. */
export type RankedList = 'fell' | 'rose' | 'low' | 'silent';

/** The rankings of a run's drivers. */
export interface Rankings extends Readonly<Record<RankedList, Ranked>> {
  /** Drivers with a score and enough trips in both periods, whichever way the score changed. */
  readonly comparable: number;
  /** Drivers whose score fell, is low, or both: each once. */
  readonly coaching: number;
}

/**
 * Ranks the drivers of a run. A change needs a score and enough trips in both periods, so that a single drive or a missing
 * score does not rank a driver.
 * @param args.groups those of the run; null: the whole fleet. A driver who drives in another group now is not silent
 */
export async function rankDrivers(
  db: Db,
  args: Pick<DigestScope, 'fleetId' | 'runId' | 'groups'> & {
    readonly minTrips: number;
    /** A score below it is low. */
    readonly below: number;
    /** Drivers of a list at most. */
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
  // Grouped and not joined: right after so many rows were written, the database assumes a few and would join them one by one.
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
