import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { JsonObject, Trip } from '../../rules/vocabulary/index.ts';
import { fingerprint, getRow, isRowId, json, jsonbOrNull } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { TripKey, TripSnapshotsTable } from '../tables/index.ts';

/** A trip as the service sent it, including positions, stored before the trip is deleted. */
export type TripSnapshot = Selectable<TripSnapshotsTable>;

/** Stores a snapshot, once per content. A second attempt of the same deletion finds the first attempt's snapshot. */
export async function keepSnapshot(
  db: Db,
  args: TripKey & {
    /** The service's response body as received. */
    readonly raw: JsonObject;
    /** The same trip after normalisation. */
    readonly trip?: Trip;
    readonly reason: string;
    readonly at: Date;
  },
): Promise<{ id: string; isNew: boolean }> {
  const key = { fleetId: args.fleetId, driverId: args.driverId, tripId: args.tripId };
  const contentHash = fingerprint([JSON.stringify(args.raw)]);
  const inserted = await db
    .insertInto('tripSnapshots')
    .values({
      ...key,
      contentHash,
      reason: args.reason,
      takenAt: args.at,
      raw: json(args.raw),
      trip: jsonbOrNull(args.trip),
    })
    .onConflict((conflict) => conflict.columns(['fleetId', 'driverId', 'tripId', 'contentHash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) return { id: inserted.id, isNew: true };
  const earlier = await db
    .selectFrom('tripSnapshots')
    .select('id')
    .where((row) => row.and({ ...key, contentHash }))
    .executeTakeFirstOrThrow();
  return { id: earlier.id, isNew: false };
}

/** Returns one snapshot, or undefined if it is not stored. */
export function getSnapshot(
  db: Db,
  key: { readonly fleetId: string; readonly id: string },
): Promise<TripSnapshot | undefined> {
  return getRow(db, 'tripSnapshots', key);
}

/** Returns a snapshot as JSON text, because a whole trip need not be parsed to be sent to a client. */
export async function getSnapshotText(
  db: Db,
  args: { readonly fleetId: string; readonly id: string },
): Promise<{ readonly id: string; readonly takenAt: Date; readonly raw: string } | undefined> {
  if (!isRowId(args.id)) return undefined;
  return db
    .selectFrom('tripSnapshots')
    .select(['id', 'takenAt', sql<string>`raw::text`.as('raw')])
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .executeTakeFirst();
}

/** Returns the snapshots of a trip, newest first. */
export async function listSnapshots(db: Db, key: TripKey): Promise<TripSnapshot[]> {
  const { fleetId, driverId, tripId } = key;
  return db
    .selectFrom('tripSnapshots')
    .selectAll()
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .orderBy('id', 'desc')
    .execute();
}
