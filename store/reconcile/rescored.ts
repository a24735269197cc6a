import { sql } from 'kysely';
import type { Ratings } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';
import { setListedTrip } from './listedTrips.ts';
import type { ReconcileKey } from './runs.ts';

/** A trip that was decided about, with its scores as they were stored. */
export interface StoredScores {
  readonly tripId: string;
  readonly score: number | null;
  /** The service said that it cannot be scored. */
  readonly scoreUnrated: boolean;
  readonly ratings: Ratings | null;
  /** Fingerprint of the scores that the list showed when they were compared last; null: they never were. */
  readonly scoresHash: string | null;
  /** Time at which the list first showed these, and time of the trip's last check for them; null: never. */
  readonly listedAt: Date | null;
  readonly checkedAt: Date | null;
}

/** Scores of a trip that the list shows and that were compared. */
export interface ScoresCompared extends Pick<StoredScores, 'tripId' | 'listedAt' | 'checkedAt'> {
  readonly scoresHash: string;
}

/** Returns the scores of a driver's listed trips that were decided. */
export async function storedScores(
  db: Db,
  args: { readonly fleetId: string; readonly driverId: string; readonly tripIds: readonly string[] },
): Promise<readonly StoredScores[]> {
  const { fleetId, driverId, tripIds } = args;
  if (tripIds.length === 0) return [];
  const { rows } = await sql<StoredScores>`
    select trip_id, trip.score, trip.score_unrated, trip.ratings, listed.scores_hash,
      listed.scores_listed_at as listed_at, listed.scores_checked_at as checked_at
    from service_trips listed join trips trip using (fleet_id, driver_id, trip_id)
    where fleet_id = ${fleetId} and driver_id = ${driverId} and trip_id = any(${[...tripIds]}::text[])
      and trip.state = 'decided' and trip.revision > 0 and trip.stored_at is not null`.execute(db);
  return rows;
}

/** Notes which scores of a driver's trips were compared, and for which the trip was checked. */
export async function noteScoresListed(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly driverId: string;
    readonly trips: readonly ScoresCompared[];
  },
): Promise<void> {
  const { fleetId, driverId, trips } = args;
  if (trips.length === 0) return;
  await sql`
    update service_trips
    set scores_hash = seen.scores_hash, scores_listed_at = seen.listed_at, scores_checked_at = seen.checked_at
    from unnest(${trips.map(({ tripId }) => tripId)}::text[], ${trips.map(({ scoresHash }) => scoresHash)}::text[],
        ${trips.map(({ listedAt }) => listedAt)}::timestamptz[], ${trips.map(({ checkedAt }) => checkedAt)}::timestamptz[])
      as seen (trip_id, scores_hash, listed_at, checked_at)
    where fleet_id = ${fleetId} and driver_id = ${driverId} and service_trips.trip_id = seen.trip_id`.execute(
    db,
  );
}

/** A trip that is to be read a second time. */
export interface TripToRead {
  readonly driverId: string;
  readonly tripId: string;
  /** Hash of its events and its end as they were stored, also of events that had not arrived; null: it was not made yet. */
  readonly windowHash: string | null;
}

/**
 * Returns trips of the dates that were decided before an instant, with or without their events, and not read since, the oldest
 * first. Trips that are gone, and trips that this run could not read, are left out.
 * @param args.triedBefore true for those that an earlier run could not read, the longest waiting first; else the others
 */
export async function tripsToReread(
  db: Db,
  args: ReconcileKey & {
    readonly fromDate: string;
    readonly toDate: string;
    readonly storedBefore: Date;
    readonly triedBefore: boolean;
    readonly limit: number;
  },
): Promise<readonly TripToRead[]> {
  const { fleetId, id, fromDate, toDate, storedBefore, triedBefore, limit } = args;
  const isTried = triedBefore ? sql`listed.requested_run_id <> ${id}` : sql`listed.requested_run_id is null`;
  const order = triedBefore ? sql`listed.requested_run_id, listed.day` : sql`listed.day`;
  const { rows } = await sql<TripToRead>`
    select listed.driver_id, listed.trip_id, trip.window_hash
    from service_trips listed join trips trip using (fleet_id, driver_id, trip_id)
    where listed.fleet_id = ${fleetId} and listed.day between ${fromDate} and ${toDate}
      and listed.reread_at is null and listed.gone_at is null and listed.not_found_since is null
      and trip.state = 'decided' and trip.revision > 0 and trip.stored_at < ${storedBefore}
      and ${isTried}
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Notes that a trip was read a second time. */
export function noteReread(db: Db, trip: TripKey & { readonly at: Date }): Promise<void> {
  return setListedTrip(db, trip, { rereadAt: trip.at });
}
