import { inTransaction } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import { auditDeletion, changeDeletion, lockDeletion, SETTLED_STATES } from './row.ts';
import type { DeletionState, ServiceAnswer } from '../tables/index.ts';

/**
 * Changes the state of a deletion, with an entry in the audit log. A settled deletion stays unchanged.
 * @param args.from changes the state only from one of these states
 * @returns whether the state was changed
 */
export async function setDeletionState(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly state: DeletionState;
    readonly from?: readonly DeletionState[];
    readonly reason?: string;
    readonly snapshotId?: string;
    readonly serviceAnswer?: ServiceAnswer;
    readonly at: Date;
  },
): Promise<boolean> {
  const { at, state, reason, snapshotId } = args;
  return inTransaction(db, async (tx) => {
    const row = await lockDeletion(tx, args);
    if (row === undefined || SETTLED_STATES.has(row.state)) return false;
    if (args.from !== undefined && !args.from.includes(row.state)) return false;
    const moved = await changeDeletion(tx, row, {
      state,
      reason: reason ?? null,
      settledAt: SETTLED_STATES.has(state) ? at : null,
      ...(snapshotId === undefined ? {} : { snapshotId }),
      ...(args.serviceAnswer && { serviceAnswer: args.serviceAnswer }),
    });
    if (row.state !== state)
      await auditDeletion(tx, moved, { at, who: 'tripline', action: `deletion.${state}`, why: reason });
    return true;
  });
}

/**
 * Records a DELETE before it is sent. If the attempt's process dies, the next attempt finds `deleting` and does a lookup first.
 * Keeps the first attempt's score and date, because the trip may be gone at a later attempt.
 * @param args.claim records the attempt only while this claim holds the deletion
 * @param args.scoreBefore the driver's present score, if it could be read
 * @returns the number of this attempt, from 1, or undefined when the deletion is not approved or is settled
 */
export async function recordDeletionAttempt(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly at: Date;
    readonly claim?: number;
    readonly scoreBefore?: number | undefined;
    readonly snapshotId?: string;
  },
): Promise<number | undefined> {
  return inTransaction(db, async (tx) => {
    const row = await lockDeletion(tx, args);
    if (row === undefined || !['approved', 'deleting', 'unknown_outcome'].includes(row.state))
      return undefined;
    if (args.claim !== undefined && (row.claim !== args.claim || row.claimedAt === null)) return undefined;
    const attempts = row.attempts + 1;
    const firstAttemptAt = row.firstAttemptAt ?? args.at;
    await changeDeletion(tx, row, {
      state: 'deleting',
      reason: null,
      attempts,
      firstAttemptAt,
      lastAttemptAt: args.at,
      ...(row.attempts === 0 && { scoreBefore: args.scoreBefore ?? null }),
      ...(args.snapshotId !== undefined && { snapshotId: args.snapshotId }),
    });
    await auditDeletion(tx, row, { at: args.at, who: 'tripline', action: 'deletion.attempted' });
    return attempts;
  });
}

/** Records the snapshot of the trip with a requested deletion, so that the person who decides can read it. */
export async function noteDeletionSnapshot(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly snapshotId: string },
): Promise<void> {
  await db
    .updateTable('deletions')
    .set({ snapshotId: args.snapshotId })
    .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
    .execute();
}
