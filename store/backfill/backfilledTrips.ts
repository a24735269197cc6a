import { sql } from 'kysely';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { TripKey, TripState } from '../tables/index.ts';
import {
  endReceivedAt,
  getTrip,
  isTombstoned,
  keepTrip,
  tripEndedAt,
  withClockMark,
} from '../trips/index.ts';

/** The stored state of a trip that a backfill finds. */
export interface KnownTrip {
  readonly state: TripState;
  readonly revision: number;
  /** Fingerprint of the trip's data. Null if the trip was received but its data was never read. */
  readonly contentHash: string | null;
}

/** State reason of a trip that was backfilled without evaluation. */
export const BACKFILLED = 'Stored by a backfill: part of the history, not evaluated.';

/** Returns the stored states of those of a driver's trips that are known, by trip id. */
export async function knownTrips(
  db: Db,
  args: { readonly fleetId: string; readonly driverId: string; readonly tripIds: readonly string[] },
): Promise<ReadonlyMap<string, KnownTrip>> {
  if (args.tripIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('trips')
    .select(['tripId', 'state', 'revision', 'contentHash'])
    .where('fleetId', '=', args.fleetId)
    .where('driverId', '=', args.driverId)
    .where('tripId', 'in', args.tripIds)
    .execute();
  return new Map(rows.map(({ tripId, ...row }) => [tripId, row]));
}

/** Returns whether a backfill must leave the trip unchanged, because its data is stored already or the trip was deleted. */
export function isSettled(row: Pick<KnownTrip, 'state' | 'contentHash'>): boolean {
  return row.contentHash !== null || row.state === 'deleted' || row.state === 'gone';
}

/**
 * Stores a trip's data for windows and back-tests without evaluating the trip, unless data of the trip is stored already. A trip
 * that waits for its data or is parked keeps that state, because its own workflow continues. Call it under the driver's lock.
 * @returns whether the trip was stored
 */
export async function keepBackfilledTrip(
  tx: Tx,
  args: { readonly fleetId: string; readonly trip: Trip; readonly contentHash: string; readonly at: Date },
): Promise<boolean> {
  const { fleetId, contentHash, at } = args;
  const key: TripKey = { fleetId, driverId: args.trip.driverId, tripId: args.trip.tripId };
  const present = await getTrip(tx, key);
  if (present && isSettled(present)) return false;
  // A backfill receives the trip now, so a trip that claims to end later has a wrong clock.
  const trip = withClockMark(args.trip, await endReceivedAt(tx, { key, trip: args.trip, now: at }));
  if (await isTombstoned(tx, { ...key, endedAt: tripEndedAt(trip) })) return false;
  await keepTrip(tx, { fleetId, trip, contentHash, at, revision: 0 });
  if (present) return true;
  // Sets the time of receipt to the trip's end. A trip received "today" would be included in limits that depend on the number of
  // today's trips.
  const receivedAt = sql<Date>`least(${tripEndedAt(trip) ?? at}::timestamptz, ${at}::timestamptz)`;
  await tx
    .updateTable('trips')
    .set({ state: 'decided', stateReason: BACKFILLED, firstReceivedAt: receivedAt })
    .where((row) => row.and({ ...key }))
    .execute();
  return true;
}

/** Returns up to `limit` trips whose data was read before and that still exist as far as is known, the last stored first. */
export async function tripsReadBefore(
  db: Db,
  args: { readonly fleetId: string; readonly limit: number },
): Promise<readonly { readonly driverId: string; readonly tripId: string }[]> {
  return db
    .selectFrom('trips')
    .select(['driverId', 'tripId'])
    .where('fleetId', '=', args.fleetId)
    .where('contentHash', 'is not', null)
    .where('state', 'not in', ['deleted', 'gone'])
    .orderBy('seq', 'desc')
    .limit(args.limit)
    .execute();
}
