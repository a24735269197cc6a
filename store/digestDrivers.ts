import { sql } from 'kysely';
import type { DigestRange } from './digestRuns.ts';
import { jsonb } from './json.ts';
import type { Db } from './schema.ts';

/** A driver of one range as the service listed him; null: it did not say. */
export interface DigestDriverReading {
  readonly driverId: string;
  readonly name: string | null;
  /** Undefined: not asked by group, so the fleet's table of groups says. */
  readonly groups?: readonly string[];
  readonly score: number | null;
  /** Why there is no score. */
  readonly scoreMissing: 'not_rated' | 'not_known' | null;
  readonly hardBrakeRating: number | null;
  readonly phoneUseRating: number | null;
  readonly rapidAccelerationRating: number | null;
  readonly overspeedingRating: number | null;
  readonly tripCount: number | null;
  readonly distanceKm: number | null;
  readonly durationSeconds: number | null;
  readonly driverStartDate: string | null;
  readonly missingSensors: readonly string[];
  readonly highwayRatio: number | null;
  readonly nightDrivingFraction: number | null;
}

/** The drivers of one range of one run. */
export interface DigestRangeKey {
  readonly fleetId: string;
  readonly runId: string;
  readonly range: DigestRange;
}

/**
 * Keeps a batch of drivers, each once in it. One who is there already, of another group's list or of an attempt that was
 * lost, keeps the groups he had beside the new ones and takes the new figures.
 */
export async function keepDigestDrivers(
  db: Db,
  args: DigestRangeKey & { readonly drivers: readonly DigestDriverReading[] },
): Promise<void> {
  const { fleetId, runId, range } = args;
  const rows = args.drivers.map((driver) => ({
    ...{ driver_id: driver.driverId, name: driver.name, groups: driver.groups ?? null },
    ...{ score: driver.score, score_missing: driver.scoreMissing },
    ...{ hard_brake_rating: driver.hardBrakeRating, phone_use_rating: driver.phoneUseRating },
    ...{ rapid_acceleration_rating: driver.rapidAccelerationRating },
    ...{ overspeeding_rating: driver.overspeedingRating, trip_count: driver.tripCount },
    ...{ distance_km: driver.distanceKm, duration_seconds: driver.durationSeconds },
    ...{ driver_start_date: driver.driverStartDate, missing_sensors: driver.missingSensors },
    ...{ highway_ratio: driver.highwayRatio, night_driving_fraction: driver.nightDrivingFraction },
  }));
  await sql`
    insert into digest_drivers as kept (fleet_id, run_id, range, driver_id, name, groups, ${FIGURES})
    select ${fleetId}, ${runId}::bigint, ${range}, listed.driver_id, listed.name,
      coalesce(listed.groups, known.groups, '{}'), ${sql.raw(FIGURE_NAMES.map((name) => `listed.${name}`).join(', '))}
    from jsonb_to_recordset(${jsonb(rows)}) as listed (driver_id text, name text, groups text[],
      score double precision, score_missing text, hard_brake_rating double precision,
      phone_use_rating double precision, rapid_acceleration_rating double precision,
      overspeeding_rating double precision, trip_count integer, distance_km double precision,
      duration_seconds double precision, driver_start_date text, missing_sensors text[],
      highway_ratio double precision, night_driving_fraction double precision)
    left join driver_groups known on known.fleet_id = ${fleetId} and known.driver_id = listed.driver_id
    on conflict (fleet_id, run_id, range, driver_id) do update set name = excluded.name,
      groups = (select coalesce(array_agg(distinct each order by each), '{}')
        from unnest(kept.groups || excluded.groups) as each),
      ${sql.raw(FIGURE_NAMES.map((name) => `${name} = excluded.${name}`).join(', '))}`.execute(db);
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

/** A driver of the period, with his score at the end of the period before. */
export interface DigestTableRow extends Pick<
  DigestDriverReading,
  | 'driverId'
  | 'score'
  | 'scoreMissing'
  | 'hardBrakeRating'
  | 'phoneUseRating'
  | 'rapidAccelerationRating'
  | 'overspeedingRating'
  | 'tripCount'
  | 'distanceKm'
  | 'durationSeconds'
  | 'missingSensors'
> {
  /** What the fleet's attribute says, else the id. */
  readonly name: string;
  readonly groups: readonly string[];
  readonly scoreBefore: number | null;
}

const ROWS_A_PAGE = 1_000;

/** Every driver of a run's period by id, a page at a time: a keyset, so that each page costs the same. */
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

/** Tells the database how many rows there are now: it would else plan as if there were as few as before. */
export async function settleDigestDrivers(db: Db): Promise<void> {
  await sql`analyze digest_drivers`.execute(db);
}
