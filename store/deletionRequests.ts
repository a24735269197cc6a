import { inTransaction } from './database.ts';
import { auditDeletion, changeDeletion, lockDeletion, OPEN_STATES } from './deletionRow.ts';
import type { Db } from './schema.ts';
import type { DeletionState } from './tables/deletions.ts';
import type { TripKey } from './tables/trips.ts';

/**
 * Asks for a trip to be deleted. While one deletion of the trip is open, that one stands and is answered.
 * @param args.approval `required`: a person decides until `expiresAt`. `auto`: it is approved already.
 */
export async function requestDeletion(
  db: Db,
  args: TripKey & {
    readonly rule: string;
    readonly version: number;
    readonly approval: 'required' | 'auto';
    readonly cause?: string;
    readonly deliveryId?: string;
    /** The trip's revision and the fingerprint of its content, as it was decided. */
    readonly decided?: { readonly revision: number; readonly contentHash: string | null };
    readonly expiresAt: Date;
    readonly at: Date;
  },
): Promise<{ id: string; isNew: boolean; state: DeletionState }> {
  const { fleetId, driverId, tripId, rule, version, approval, expiresAt, at } = args;
  return inTransaction(db, async (tx) => {
    const inserted = await tx
      .insertInto('deletions')
      .values({
        fleetId,
        driverId,
        tripId,
        rule,
        version,
        approval,
        expiresAt,
        requestedAt: at,
        attempts: 0,
        state: approval === 'auto' ? 'approved' : 'requested',
        cause: args.cause ?? null,
        deliveryId: args.deliveryId ?? null,
        revision: args.decided?.revision ?? null,
        contentHash: args.decided?.contentHash ?? null,
        ...(approval === 'auto' ? { decidedAt: at, decidedWho: `rule ${rule}` } : {}),
      })
      .onConflict((conflict) =>
        conflict.columns(['fleetId', 'driverId', 'tripId']).where('state', 'in', OPEN_STATES).doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    if (inserted !== undefined) {
      await auditDeletion(tx, inserted, {
        at,
        who: 'tripline',
        action: 'deletion.requested',
        why: args.cause,
      });
      return { id: inserted.id, isNew: true, state: inserted.state };
    }
    const open = await tx
      .selectFrom('deletions')
      .select(['id', 'state'])
      .where((row) => row.and({ fleetId, driverId, tripId }))
      .where('state', 'in', OPEN_STATES)
      .executeTakeFirstOrThrow();
    return { ...open, isNew: false };
  });
}

/**
 * Makes a deletion that needed nobody wait for a person instead, because its rule has to stop.
 * @returns whether it does now: false when it had begun, or came to its end
 */
export async function askInstead(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly reason: string;
    readonly expiresAt: Date;
    readonly at: Date;
  },
): Promise<boolean> {
  const { at, reason, expiresAt } = args;
  return inTransaction(db, async (tx) => {
    const row = await lockDeletion(tx, args);
    if (row?.state !== 'approved' || row.approval !== 'auto' || row.attempts > 0) return false;
    const asked = await changeDeletion(tx, row, {
      ...{ state: 'requested', approval: 'required', reason, expiresAt },
      ...{ decidedAt: null, decidedWho: null, claimedAt: null, workflowStartedAt: null },
    });
    await auditDeletion(tx, asked, { at, who: 'tripline', action: 'deletion.stopped', why: reason });
    return true;
  });
}
