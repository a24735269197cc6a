import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import type { Db, Schema } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';
import type { ReconcileKey } from './runs.ts';

/** A trip as the service lists it. */
export interface ListedTrip {
  readonly tripId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Whether it ended before the fleet was reconciled. */
  readonly isHistory: boolean;
}

/** A listed trip that is still to be read, and why. */
export interface TripToTake {
  readonly tripId: string;
  /** `new`: nothing is known of it. `again`: it was parked, or gone, and the service lists it now. */
  readonly take: 'new' | 'again';
}

/** Milliseconds until a trip that was read without a result is read again. */
const AGAIN_AFTER_MS = 23 * 3_600_000;

/** Notes what the service lists of a driver. What a run knows of a trip for long stays: a trip becomes history only once. */
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

/** Returns those of a driver's listed trips that have to be read: no notification announced them, or they were parked. */
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

/** Notes that the way of a trip was begun because a run found it. */
export function noteTripStarted(db: Db, trip: TripKey & { readonly at: Date }): Promise<void> {
  return setListedTrip(db, trip, { recoveredAt: trip.at });
}

/** A trip that was listed before and was not found by a run over its day. */
export interface UnmetTrip {
  readonly driverId: string;
  readonly tripId: string;
  /** Whether Tripline deleted it, so that no request is needed. */
  readonly isDeleted: boolean;
}

/**
 * Returns trips that the service listed before and that a run has neither found nor requested yet. Those of the first date are
 * left out, because the service may count a trip at the beginning of a range to the day before.
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

/** Notes that a trip is there although the list left it out. */
export function noteTripMet(db: Db, trip: TripKey & ReconcileKey): Promise<void> {
  return setListedTrip(db, trip, { lastRunId: trip.id, notFoundSince: null });
}

/** Records that a run requested a trip and got no answer about it: the next run may request it again. */
export function noteTripUnread(db: Db, trip: TripKey & ReconcileKey): Promise<void> {
  return setListedTrip(db, trip, { requestedRunId: trip.id });
}

/** Counts the trips of a run's dates that it requested without an answer. */
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

/** Records that the service has no such trip, so that a run requests it only once. */
export function noteTripNotFound(
  db: Db,
  trip: TripKey & ReconcileKey & { readonly at: Date },
): Promise<void> {
  const notFoundSince = sql<Date>`coalesce(not_found_since, ${trip.at})`;
  return setListedTrip(db, trip, { requestedRunId: trip.id, notFoundSince });
}

/** Counts trips of the dates that the service reports as not found (`count`), and all that it listed (`known`). */
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

/** Counts the trips of a driver that the service lists for some dates and that were never received. */
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

/** Returns trips of the dates that the service reports as not found. */
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

/** Notes that a trip is gone upstream; its row stays. */
export function noteTripGone(db: Db, trip: TripKey & { readonly at: Date }): Promise<void> {
  return setListedTrip(db, trip, { goneAt: sql<Date>`coalesce(gone_at, ${trip.at})` });
}

/** Notes something in the row of a listed trip. */
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
