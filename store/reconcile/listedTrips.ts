import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import type { Db, Schema } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';
import type { ReconcileKey } from './runs.ts';

/** A trip in the service's list. */
export interface ListedTrip {
  readonly tripId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Whether the trip ended before the fleet was first reconciled. */
  readonly isHistory: boolean;
}

/** A listed trip that has to be read, and the reason. */
export interface TripToTake {
  readonly tripId: string;
  /** `new`: the trip is not stored. `again`: the trip was parked or gone, and the service lists it now. */
  readonly take: 'new' | 'again';
}

/** Minimum milliseconds until a trip that was read without a result is read again. */
const AGAIN_AFTER_MS = 23 * 3_600_000;

/**
 * Stores what the service lists about a driver's trips. `isHistory` of a known trip stays unchanged, because a trip becomes
 * history only when it is first listed.
 */
export async function noteListedTrips(
  db: Db,
  args: ReconcileKey & {
    readonly driverId: string;
    readonly trips: readonly ListedTrip[];
    readonly at: Date;
  },
): Promise<void> {
  const { fleetId, id, driverId, trips, at } = args;
  if (trips.length === 0) return;
  await db
    .insertInto('serviceTrips')
    .values(trips.map((trip) => ({ ...blank, ...trip, fleetId, driverId, firstListedAt: at, lastRunId: id })))
    .onConflict((conflict) =>
      conflict.columns(['fleetId', 'driverId', 'tripId']).doUpdateSet((row) => ({
        day: row.ref('excluded.day'),
        lastRunId: row.ref('excluded.lastRunId'),
        notFoundSince: null,
        goneAt: null,
      })),
    )
    .execute();
}

const blank = {
  recoveredAt: null,
  notFoundSince: null,
  goneAt: null,
  scoresHash: null,
  scoresListedAt: null,
  scoresCheckedAt: null,
  rereadAt: null,
  requestedRunId: null,
} as const;

/** Returns those of a driver's listed trips that have to be read, because they were never received, or are parked or gone. */
export async function tripsToTake(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly driverId: string;
    readonly tripIds: readonly string[];
    readonly at: Date;
  },
): Promise<readonly TripToTake[]> {
  const { fleetId, driverId, tripIds, at } = args;
  if (tripIds.length === 0) return [];
  const again = new Date(at.getTime() - AGAIN_AFTER_MS);
  const { rows } = await sql<TripToTake>`
    select listed.trip_id, case when trip.trip_id is null then 'new' else 'again' end as take
    from service_trips listed
      left join trips trip using (fleet_id, driver_id, trip_id)
    where listed.fleet_id = ${fleetId} and listed.driver_id = ${driverId}
      and listed.trip_id = any(${[...tripIds]}::text[])
      and case when trip.trip_id is null then not listed.is_history
        else trip.state in ('parked', 'gone') and (listed.recovered_at is null or listed.recovered_at < ${again}) end
    order by listed.day, listed.trip_id`.execute(db);
  return rows;
}

/** Records that a run started a listed trip's workflow. */
export function noteTripStarted(db: Db, trip: TripKey & { readonly at: Date }): Promise<void> {
  return setListedTrip(db, trip, { recoveredAt: trip.at });
}

/** A trip that was listed before, but that a run over its date did not find. */
export interface UnmetTrip {
  readonly driverId: string;
  readonly tripId: string;
  /** Whether Tripline deleted the trip, so that the service need not be queried. */
  readonly isDeleted: boolean;
}

/**
 * Returns trips that the service listed before and that a run has neither found nor requested yet. Excludes trips of the first
 * date, because the service may assign a trip at the beginning of a range to the previous day.
 */
export async function unmetTrips(
  db: Db,
  args: ReconcileKey & {
    readonly fromDate: string;
    readonly toDate: string;
    readonly limit: number;
  },
): Promise<readonly UnmetTrip[]> {
  const { fleetId, id, fromDate, toDate, limit } = args;
  const { rows } = await sql<UnmetTrip>`
    select listed.driver_id, listed.trip_id, coalesce(trip.state = 'deleted', false) as is_deleted
    from service_trips listed
      left join trips trip using (fleet_id, driver_id, trip_id)
    where listed.fleet_id = ${fleetId} and listed.day > ${fromDate} and listed.day <= ${toDate}
      and listed.last_run_id <> ${id} and listed.gone_at is null
      and listed.requested_run_id is distinct from ${id}
    order by listed.driver_id, listed.trip_id limit ${limit}`.execute(db);
  return rows;
}

/** Records that a trip exists although the service's list omitted it. */
export function noteTripMet(db: Db, trip: TripKey & ReconcileKey): Promise<void> {
  return setListedTrip(db, trip, { lastRunId: trip.id, notFoundSince: null });
}

/** Records that a run requested a trip and got no answer. The next run may request the trip again. */
export function noteTripUnread(db: Db, trip: TripKey & ReconcileKey): Promise<void> {
  return setListedTrip(db, trip, { requestedRunId: trip.id });
}

/** Counts the trips on a run's dates that the run requested without getting an answer. */
export async function countUnread(
  db: Db,
  run: ReconcileKey & { readonly fromDate: string; readonly toDate: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from service_trips
    where fleet_id = ${run.fleetId} and day between ${run.fromDate} and ${run.toDate}
      and requested_run_id = ${run.id} and not_found_since is null and gone_at is null`.execute(db);
  return rows[0]!.count;
}

/** Records that the service answered that it has no such trip. The same run then does not request the trip again. */
export function noteTripNotFound(
  db: Db,
  trip: TripKey & ReconcileKey & { readonly at: Date },
): Promise<void> {
  const notFoundSince = sql<Date>`coalesce(not_found_since, ${trip.at})`;
  return setListedTrip(db, trip, { requestedRunId: trip.id, notFoundSince });
}

/**
 * Counts the trips that the service listed for some dates (`known`), and those among them of which it later answered that they do
 * not exist (`count`). `since` is the time of the earliest of these answers.
 */
export async function missingUpstream(
  db: Db,
  args: { readonly fleetId: string; readonly fromDate: string; readonly toDate: string },
): Promise<{ readonly count: number; readonly known: number; readonly since: Date | null }> {
  const { fleetId, fromDate, toDate } = args;
  const { rows } = await sql<{ count: number; known: number; since: Date | null }>`
    select (count(*) filter (where not_found_since is not null))::int as count, count(*)::int as known,
      min(not_found_since) as since
    from service_trips
    where fleet_id = ${fleetId} and day between ${fromDate} and ${toDate} and gone_at is null`.execute(db);
  return rows[0]!;
}

/** Counts a driver's trips that the service lists for some dates and that were never received. */
export async function countUnreceived(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly driverId: string;
    readonly fromDate: string;
    readonly toDate: string;
  },
): Promise<number> {
  const { fleetId, driverId, fromDate, toDate } = args;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from service_trips listed
    where fleet_id = ${fleetId} and driver_id = ${driverId} and day between ${fromDate} and ${toDate}
      and gone_at is null and not exists (select from trips where trips.fleet_id = listed.fleet_id
        and trips.driver_id = listed.driver_id and trips.trip_id = listed.trip_id)`.execute(db);
  return rows[0]!.count;
}

/** Returns trips of some dates that the service answered it does not have. */
export async function tripsNotFound(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly fromDate: string;
    readonly toDate: string;
    readonly limit: number;
  },
): Promise<readonly { readonly driverId: string; readonly tripId: string }[]> {
  return db
    .selectFrom('serviceTrips')
    .select(['driverId', 'tripId'])
    .where('fleetId', '=', args.fleetId)
    .where('day', '>=', args.fromDate)
    .where('day', '<=', args.toDate)
    .where('notFoundSince', 'is not', null)
    .where('goneAt', 'is', null)
    .limit(args.limit)
    .execute();
}

/** Records that the service no longer has a trip. The row is kept. */
export function noteTripGone(db: Db, trip: TripKey & { readonly at: Date }): Promise<void> {
  return setListedTrip(db, trip, { goneAt: sql<Date>`coalesce(gone_at, ${trip.at})` });
}

/** Changes the row of a listed trip. */
export async function setListedTrip(
  db: Db,
  { fleetId, driverId, tripId }: TripKey,
  set: UpdateObject<Schema, 'serviceTrips'>,
): Promise<void> {
  await db
    .updateTable('serviceTrips')
    .set(set)
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .execute();
}
