import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { DigestRange, StoredDates } from './runs.ts';
import type { Json } from '../../rules/vocabulary/index.ts';
import { jsonb } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { DigestDriversTable } from '../tables/index.ts';

/** A driver's values for one range, as the service listed them. Null if the service did not give a value. */
export interface DigestDriverReading extends Omit<
  Selectable<DigestDriversTable>,
  keyof DigestRangeKey | 'groups'
> {
  /** The groups under which the driver was listed. Absent: the fleet's stored groups of the driver apply. */
  readonly groups?: readonly string[];
}

/** Key of the drivers of one range (the period or the period before) of one run. */
export interface DigestRangeKey {
  readonly fleetId: string;
  readonly runId: string;
  readonly range: DigestRange;
}

/**
 * Stores a batch of drivers, in which each driver occurs once. A driver may be stored already, from another group's list or an
 * earlier attempt. Then the new figures replace the old ones, and the groups are merged.
 */
export async function keepDigestDrivers(
  db: Db,
  args: DigestRangeKey & { readonly drivers: readonly DigestDriverReading[] },
): Promise<void> {
  const { fleetId, runId, range } = args;
  const rows = args.drivers.map((driver) =>
    Object.fromEntries(Object.entries(driver).map(([name, value]) => [columnOf(name), value as Json])),
  );
  await sql`
    insert into digest_drivers as kept (fleet_id, run_id, range, driver_id, name, groups, ${FIGURES})
    select ${fleetId}, ${runId}::bigint, ${range}, listed.driver_id, listed.name,
      coalesce(listed.groups, known.groups, '{}'), ${sql.raw(FIGURE_NAMES.map((name) => `listed.${name}`).join(', '))}
    from jsonb_populate_recordset(null::digest_drivers, ${jsonb(rows)}) as listed
    left join driver_groups known on known.fleet_id = ${fleetId} and known.driver_id = listed.driver_id
    on conflict (fleet_id, run_id, range, driver_id) do update set name = excluded.name,
      groups = (select coalesce(array_agg(distinct each order by each), '{}')
        from unnest(kept.groups || excluded.groups) as each),
      ${sql.raw(FIGURE_NAMES.map((name) => `${name} = excluded.${name}`).join(', '))}`.execute(db);
}

/** Returns the column name of a field. */
function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const FIGURE_NAMES = [
  'score',
  'score_missing',
  'hard_brake_rating',
  'phone_use_rating',
  'rapid_acceleration_rating',
  'overspeeding_rating',
  'trip_count',
  'distance_km',
  'duration_seconds',
  'driver_start_date',
  'missing_sensors',
  'highway_ratio',
  'night_driving_fraction',
];
const FIGURES = sql.raw(FIGURE_NAMES.join(', '));

/** A driver of the period, with the driver's score at the end of the period before. */
interface DigestTableRow extends Omit<
  DigestDriverReading,
  'name' | 'groups' | 'driverStartDate' | 'highwayRatio' | 'nightDrivingFraction'
> {
  /** The name from the fleet's driver attribute, or the id if there is no name. */
  readonly name: string;
  readonly groups: readonly string[];
  readonly scoreBefore: number | null;
}

const ROWS_A_PAGE = 1_000;

/**
 * Yields all drivers of a run's period ordered by id, up to 1,000 at a time. Each query continues after the last id, so that
 * every query costs the same.
 */
export async function* digestTable(
  db: Db,
  key: { readonly fleetId: string; readonly runId: string },
): AsyncGenerator<readonly DigestTableRow[], void, undefined> {
  for (let after = ''; ;) {
    const { rows } = await sql<DigestTableRow>`
      select n.driver_id, coalesce(n.name, n.driver_id) as name, n.groups, n.score, n.score_missing,
        n.hard_brake_rating, n.phone_use_rating, n.rapid_acceleration_rating, n.overspeeding_rating,
        n.trip_count, n.distance_km, n.duration_seconds, n.missing_sensors,
        (select b.score from digest_drivers b where b.fleet_id = n.fleet_id and b.run_id = n.run_id
          and b.range = 'before' and b.driver_id = n.driver_id) as score_before
      from digest_drivers n
      where n.fleet_id = ${key.fleetId} and n.run_id = ${key.runId} and n.range = 'now' and n.driver_id > ${after}
      order by n.driver_id limit ${ROWS_A_PAGE}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_A_PAGE) return;
    after = last.driverId;
  }
}

/**
 * Updates the database's table statistics after many inserts. Otherwise the planner would expect the earlier, smaller number of
 * rows.
 */
export async function settleDigestDrivers(db: Db): Promise<void> {
  await sql`analyze digest_drivers`.execute(db);
}

/** Counts the stored drivers of a range. */
export async function countDigestDrivers(db: Db, key: DigestRangeKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from digest_drivers where ${inRange(key)}`.execute(db);
  return rows[0]!.count;
}

/** Totals of the drivers of one range. A sum or an average is null if no driver has a value. */
export interface DigestTotals {
  /** Drivers with a trip, or whose number of trips is unknown. */
  readonly active: number;
  readonly notRated: number;
  readonly notKnown: number;
  readonly tooFewTrips: number;
  /** Drivers whose number of trips is unknown. They appear in no ranking. */
  readonly tripsUnknown: number;
  /** Drivers whose distance, or driving time, is unknown. If there are any, the sum is too small. */
  readonly distanceUnknown: number;
  readonly durationUnknown: number;
  /** `joined`: drivers whose first date is in the period. `startKnown`: drivers whose first date is known. */
  readonly joined: number;
  readonly startKnown: number;
  readonly trips: number | null;
  readonly distanceKm: number | null;
  readonly durationSeconds: number | null;
  readonly score: number | null;
  readonly hardBrakeRating: number | null;
  readonly phoneUseRating: number | null;
  readonly rapidAccelerationRating: number | null;
  readonly overspeedingRating: number | null;
  /**
   * Share of driving time between midnight and four o'clock, from 0 to 1. `nightTrips` are the trips of the drivers with a known
   * share.
   */
  readonly nightShare: number | null;
  readonly nightTrips: number;
  /** Share of trips on highways, from 0 to 1. `highwayTrips` are the trips of the drivers with a known share. */
  readonly highwayShare: number | null;
  readonly highwayTrips: number;
}

/** Returns the totals of the drivers of one range. */
export async function digestTotals(
  db: Db,
  args: DigestRangeKey & { readonly dates: StoredDates; readonly minTrips: number },
): Promise<DigestTotals> {
  const { dates, minTrips } = args;
  const drove = sql`trip_count is distinct from 0`;
  const { rows } = await sql<DigestTotals>`
    select (count(*) filter (where ${drove}))::int as active,
      (count(*) filter (where ${drove} and score_missing = 'not_rated'))::int as not_rated,
      (count(*) filter (where ${drove} and score_missing = 'not_known'))::int as not_known,
      (count(*) filter (where trip_count > 0 and trip_count < ${minTrips}))::int as too_few_trips,
      (count(*) filter (where trip_count is null))::int as trips_unknown,
      (count(*) filter (where distance_km is null))::int as distance_unknown,
      (count(*) filter (where duration_seconds is null))::int as duration_unknown,
      (count(*) filter (where driver_start_date between ${dates.from} and ${dates.to}))::int as joined,
      count(driver_start_date)::int as start_known,
      sum(trip_count)::float8 as trips, sum(distance_km) as distance_km, sum(duration_seconds) as duration_seconds,
      avg(score) filter (where ${drove}) as score,
      avg(hard_brake_rating) filter (where ${drove}) as hard_brake_rating,
      avg(phone_use_rating) filter (where ${drove}) as phone_use_rating,
      avg(rapid_acceleration_rating) filter (where ${drove}) as rapid_acceleration_rating,
      avg(overspeeding_rating) filter (where ${drove}) as overspeeding_rating,
      sum(night_driving_fraction * duration_seconds)
        / nullif(sum(duration_seconds) filter (where night_driving_fraction is not null), 0) as night_share,
      coalesce(sum(trip_count) filter (where night_driving_fraction is not null), 0)::int as night_trips,
      sum(highway_ratio * trip_count)
        / nullif(sum(trip_count) filter (where highway_ratio is not null), 0) as highway_share,
      coalesce(sum(trip_count) filter (where highway_ratio is not null), 0)::int as highway_trips
    from digest_drivers where ${inRange(args)}`.execute(db);
  return rows[0]!;
}

function inRange({ fleetId, runId, range }: DigestRangeKey): ReturnType<typeof sql> {
  return sql`fleet_id = ${fleetId} and run_id = ${runId} and range = ${range}`;
}

/** Counts the drivers of each group of a fleet, as the groups were last read. */
export async function groupsBySize(db: Db, fleetId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ group: string; drivers: number }>`
    select each as "group", count(*)::int as drivers
    from driver_groups, unnest(groups) as each
    where fleet_id = ${fleetId} group by 1`.execute(db);
  return new Map(rows.map(({ group, drivers }) => [group, drivers]));
}

/**
 * Returns whether some driver was listed in the period before but not in this one. Such a driver has not driven, or is in another
 * group now.
 */
export async function isAnybodyListedNoMore(
  db: Db,
  key: { readonly fleetId: string; readonly runId: string },
): Promise<boolean> {
  const listed = sql`select driver_id from digest_drivers where fleet_id = ${key.fleetId} and run_id = ${key.runId}`;
  const { rows } = await sql<{ isAnybody: boolean }>`
    select exists (${listed} and range = 'before' except ${listed} and range = 'now') as is_anybody`.execute(
    db,
  );
  return rows[0]!.isAnybody;
}

/** Totals of the drivers listed for one group in one range. A sum is null if no driver has a value. */
export interface DigestGroupTotals {
  readonly group: string;
  readonly range: DigestRange;
  /** Drivers with a trip, or whose number of trips is unknown. */
  readonly active: number;
  readonly distanceKm: number | null;
  readonly distanceUnknown: number;
  readonly durationSeconds: number | null;
  readonly durationUnknown: number;
}

/** Returns the totals of each group of a run that was read by groups. Omits groups without drivers. */
export async function digestGroupTotals(
  db: Db,
  key: { readonly fleetId: string; readonly runId: string },
): Promise<readonly DigestGroupTotals[]> {
  const { rows } = await sql<DigestGroupTotals>`
    select each as "group", range,
      (count(*) filter (where trip_count is distinct from 0))::int as active,
      sum(distance_km) as distance_km, (count(*) filter (where distance_km is null))::int as distance_unknown,
      sum(duration_seconds) as duration_seconds,
      (count(*) filter (where duration_seconds is null))::int as duration_unknown
    from digest_drivers, unnest(groups) as each
    where fleet_id = ${key.fleetId} and run_id = ${key.runId} group by 1, 2`.execute(db);
  return rows;
}
