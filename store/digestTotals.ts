import { sql } from 'kysely';
import type { DigestRangeKey } from './digestDrivers.ts';
import type { StoredDates } from './digestRuns.ts';
import type { Db } from './schema.ts';

/** How many drivers of a range are kept. */
export async function countDigestDrivers(db: Db, key: DigestRangeKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from digest_drivers where ${inRange(key)}`.execute(db);
  return rows[0]!.count;
}

/** What the drivers of one range add up to. A sum or average is null where no driver says anything. */
export interface DigestTotals {
  /** Drivers with a trip, or of whom it is not known. */
  readonly active: number;
  readonly notRated: number;
  readonly notKnown: number;
  readonly tooFewTrips: number;
  /** Drivers whose number of trips is not known: they are in no ranking. */
  readonly tripsUnknown: number;
  /** Drivers whose distance, or time, is not known: a sum without them would be too small. */
  readonly distanceUnknown: number;
  readonly durationUnknown: number;
  /** Drivers whose first date lies in the period, and of how many that date is known. */
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
  /** Share of driving time between midnight and four, 0 to 1, and the trips of the drivers that say so. */
  readonly nightShare: number | null;
  readonly nightTrips: number;
  /** Share of trips on highways, likewise. */
  readonly highwayShare: number | null;
  readonly highwayTrips: number;
}

/** Adds up the drivers of one range. */
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
