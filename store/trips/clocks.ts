import { sql } from 'kysely';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';
import type { TripClock, TripKey } from '../tables/index.ts';
import type { TripWithOrigin } from './content.ts';
import { claimedEnd } from './trips.ts';

/** Clocks of devices and servers differ by minutes: an end this long after the receipt is still taken as said. */
const SKEW_MS = 15 * 60_000;

/**
 * Marks a trip whose end lies more than 15 minutes after its receipt: its device's clock is wrong. Such a trip has no place
 * among its driver's trips (`tripEndedAt` is undefined). A mark that the trip had before is replaced.
 */
export function withClockMark(trip: Trip, receivedAt: Date): Trip {
  const { clockAheadSeconds: _before, ...unmarked } = trip;
  const end = claimedEnd(trip);
  const aheadMs = end === undefined ? 0 : end.getTime() - receivedAt.getTime();
  return aheadMs > SKEW_MS ? { ...unmarked, clockAheadSeconds: aheadMs / 1000 } : unmarked;
}

/** No phone keeps a trip for so long: one that ended earlier was recorded with a clock that was wrong, such as 1,024 weeks back. */
const LONGEST_UPLOAD_MS = 365 * 86_400_000;

/**
 * Returns how the clock of a stored trip's device was wrong, which makes the trip's end unknown. Undefined: it may have been
 * right. An old end proves nothing for a trip that a backfill fetched.
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

/** The number of a driver's trips that end after their receipt, within the time below, from which on it is no accident. */
const SEVERAL = 3;
const SEVERAL_WITHIN_MS = 7 * 86_400_000;

/** Returns whether several trips of a driver that were received lately ended after their receipt. */
export async function isClockOftenAhead(
  db: Db,
  { fleetId, driverId, at }: Pick<TripKey, 'fleetId' | 'driverId'> & { readonly at: Date },
): Promise<boolean> {
  // A trip whose clock was ahead has no end among the driver's trips, by which they are found.
  const { rows } = await sql`
    select from trips
    where fleet_id = ${fleetId} and driver_id = ${driverId} and ended_at is null
      and clock_ahead_seconds is not null and first_received_at > ${new Date(at.getTime() - SEVERAL_WITHIN_MS)}
    limit ${SEVERAL}`.execute(db);
  return rows.length === SEVERAL;
}

/**
 * Returns when a trip was received first: as its first notification, or as it became known otherwise. Undefined: it is not
 * known.
 */
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
 * Returns when a trip's end was received first: with the trip, or now where the service has corrected it since. For an end that
 * is stored already, returns an instant that leads to the mark that it has.
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
