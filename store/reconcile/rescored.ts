import { sql } from 'kysely';
import type { Ratings } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';
import { setListedTrip } from './listedTrips.ts';
import type { ReconcileKey } from './runs.ts';

/** A decided trip with its stored scores. */
export interface StoredScores {
  readonly tripId: string;
  readonly score: number | null;
  /** Whether the service reported that the trip cannot be scored. */
  readonly scoreUnrated: boolean;
  readonly ratings: Ratings | null;
  /** Fingerprint of the listed scores at the last comparison. Null if they were never compared. */
  readonly scoresHash: string | null;
  /**
   * `listedAt`: time at which the list first showed these scores. `checkedAt`: time at which the trip was last checked because of
   * them. Null if it never happened.
   */
  readonly listedAt: Date | null;
  readonly checkedAt: Date | null;
}

/** Listed scores of a trip after a comparison. */
export interface ScoresCompared extends Pick<StoredScores, 'tripId' | 'listedAt' | 'checkedAt'> {
  readonly scoresHash: string;
}

/** Returns the stored scores of a driver's listed and decided trips. */
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

/** Records which listed scores of a driver's trips were compared, and when the trips were checked because of them. */
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

/** A trip to be read a second time, because its events or its end may have changed. */
export interface TripToRead {
  readonly driverId: string;
  readonly tripId: string;
  /** Hash of the trip's stored end and events. It is also computed if no events had arrived. Null if no hash was computed yet. */
  readonly windowHash: string | null;
}

/**
 * Returns evaluated trips of some dates whose data was stored before an instant and not read again since, oldest first. Excludes
 * trips that are gone, and trips that this run has requested.
 * @param args.triedBefore true returns trips that an earlier run could not read, the longest waiting first. False returns trips
 * that no run has requested.
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

/** Records that a trip was read a second time. */
export function noteReread(db: Db, trip: TripKey & { readonly at: Date }): Promise<void> {
  return setListedTrip(db, trip, { rereadAt: trip.at });
}
