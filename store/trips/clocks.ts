import { sql } from 'kysely';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';
import type { TripClock, TripKey } from '../tables/index.ts';
import type { TripWithOrigin } from './content.ts';
import { claimedEnd } from './trips.ts';

/** Maximum time from a trip's receipt to its end that is accepted, because clocks of devices and servers differ by minutes. */
const SKEW_MS = 15 * 60_000;

/**
 * Marks a trip that ended more than 15 minutes after its receipt, because its device's clock must be wrong. A marked trip has no
 * position in the order of its driver's trips (`tripEndedAt` is undefined). Replaces a mark that the trip had before.
 */
export function withClockMark(trip: Trip, receivedAt: Date): Trip {
  const { clockAheadSeconds: _before, ...unmarked } = trip;
  const end = claimedEnd(trip);
  const aheadMs = end === undefined ? 0 : end.getTime() - receivedAt.getTime();
  return aheadMs > SKEW_MS ? { ...unmarked, clockAheadSeconds: aheadMs / 1000 } : unmarked;
}

/**
 * Longest possible time from a trip's end to its receipt. A trip that ended earlier was recorded with a wrong clock, for example
 * 1,024 weeks behind.
 */
const LONGEST_UPLOAD_MS = 365 * 86_400_000;

/**
 * Returns in which direction the clock of a stored trip's device was wrong, so that the trip's end is unknown. Undefined if the
 * clock may have been right. An early end of a trip that a backfill fetched proves nothing.
 */
export async function wrongClockOf(
  db: Db,
  key: TripKey,
  { trip, receivedFrom }: TripWithOrigin,
): Promise<TripClock | undefined> {
  if (trip.clockAheadSeconds !== undefined) return 'ahead';
  const [end, receivedAt] = [claimedEnd(trip), await tripReceivedAt(db, key)];
  if (end === undefined || receivedAt === undefined || receivedFrom === null) return undefined;
  return receivedAt.getTime() - end.getTime() > LONGEST_UPLOAD_MS ? 'behind' : undefined;
}

/**
 * Number of a driver's trips within `SEVERAL_WITHIN_MS` that end after their receipt and together show a lasting fault of the
 * clock.
 */
const SEVERAL = 3;
const SEVERAL_WITHIN_MS = 7 * 86_400_000;

/** Returns whether several trips of a driver that were received in the last 7 days ended after their receipt. */
export async function isClockOftenAhead(
  db: Db,
  { fleetId, driverId, at }: Pick<TripKey, 'fleetId' | 'driverId'> & { readonly at: Date },
): Promise<boolean> {
  // Queries `ended_at is null` so that the index by driver and end is used: a trip with a clock ahead is stored without an end.
  const { rows } = await sql`
    select from trips
    where fleet_id = ${fleetId} and driver_id = ${driverId} and ended_at is null
      and clock_ahead_seconds is not null and first_received_at > ${new Date(at.getTime() - SEVERAL_WITHIN_MS)}
    limit ${SEVERAL}`.execute(db);
  return rows.length === SEVERAL;
}

/** Returns the time at which a trip was first received or otherwise became known. Undefined if the trip is not stored. */
export async function tripReceivedAt(
  db: Db,
  { fleetId, driverId, tripId }: TripKey,
): Promise<Date | undefined> {
  const isOne = sql`fleet_id = ${fleetId} and driver_id = ${driverId} and trip_id = ${tripId}`;
  const { rows } = await sql<{ receivedAt: Date }>`
    select least(first_received_at, (select min(received_at) from notifications where ${isOne})) as received_at
    from trips where ${isOne}`.execute(db);
  return rows[0]?.receivedAt;
}

/**
 * Returns the time at which a trip's end was first received: with the trip, or now if the service has corrected the end since.
 * For an end that is stored already, returns a time from which `withClockMark` computes the stored mark again.
 */
export async function endReceivedAt(
  db: Db,
  { key, trip, now }: { readonly key: TripKey; readonly trip: Trip; readonly now: Date },
): Promise<Date> {
  const stored = await db
    .selectFrom('trips')
    .select(['startTime', 'endTime', 'durationSeconds', 'clockAheadSeconds', 'storedAt'])
    .where((eb) => eb.and(key))
    .executeTakeFirst();
  if (!stored) return now;
  if (stored.storedAt === null) return (await tripReceivedAt(db, key)) ?? now;
  const { startTime, endTime, durationSeconds, clockAheadSeconds } = stored;
  const before = claimedEnd({
    ...(startTime !== null && { startTime }),
    ...(endTime !== null && { endTime }),
    ...(durationSeconds !== null && { durationSeconds }),
  });
  if (before === undefined || before.getTime() !== claimedEnd(trip)?.getTime()) return now;
  return new Date(before.getTime() - (clockAheadSeconds ?? 0) * 1000);
}
