import { deletionStart, inTransaction, requestTemporal } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { auditDeletion, changeDeletion, lockDeletion } from './row.ts';
import type { Deletion } from './row.ts';
import { skipHeldDeletions } from '../deliveries/index.ts';
import type { DeletionState } from '../tables/index.ts';

/** Result of an approval or a rejection. If the deletion was decided already, `ok` is false and `state` is the present state. */
export type DeletionVerdict =
  { readonly ok: true; readonly deletion: Deletion } | { readonly ok: false; readonly state: DeletionState };

/**
 * Approves or rejects a requested deletion, and requests the deletion's workflow, which the caller then starts. The first of
 * several concurrent verdicts applies.
 * @returns undefined when there is no such deletion
 */
export async function decideDeletion(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly decision: 'approved' | 'rejected';
    readonly who: string;
    readonly by?: string;
    readonly note?: string;
    readonly at: Date;
  },
): Promise<DeletionVerdict | undefined> {
  const { at, decision, who } = args;
  return inTransaction(db, async (tx) => {
    const row = await lockDeletion(tx, args);
    if (row === undefined) return undefined;
    if (row.state === 'requested' && row.expiresAt <= at) {
      const expired = await changeDeletion(tx, row, { state: 'expired', settledAt: at });
      await afterExpiry(tx, expired, at);
      return { ok: false, state: 'expired' };
    }
    if (row.state !== 'requested') return { ok: false, state: row.state };
    const deletion = await changeDeletion(tx, row, {
      state: decision,
      decidedAt: at,
      decidedWho: who,
      decidedBy: args.by ?? null,
      note: args.note ?? null,
      // Clears the reason why the rule stopped (reached a limit), because it concerned only that day.
      ...(decision === 'rejected' ? { settledAt: at } : { reason: null }),
    });
    await auditDeletion(tx, deletion, {
      at,
      who,
      by: args.by,
      action: `deletion.${decision}`,
      why: args.note,
    });
    await requestTemporal(tx, [deletionStart(deletion)], { at });
    return { ok: true, deletion };
  });
}

/**
 * Expires requested deletions whose deadline has passed.
 * @returns the deletions that this call expired
 */
export async function expireDeletions(
  db: Db,
  args: { readonly fleetId: string; readonly at: Date },
): Promise<Deletion[]> {
  return inTransaction(db, async (tx) => {
    const expired = await tx
      .updateTable('deletions')
      .set({ state: 'expired', settledAt: args.at })
      .where('fleetId', '=', args.fleetId)
      .where('state', '=', 'requested')
      .where('expiresAt', '<=', args.at)
      .returningAll()
      .execute();
    for (const row of expired) await afterExpiry(tx, row, args.at);
    return expired;
  });
}

async function afterExpiry(tx: Tx, row: Deletion, at: Date): Promise<void> {
  const { fleetId, driverId, tripId } = row;
  await auditDeletion(tx, row, { at, who: 'tripline', action: 'deletion.expired' });
  await skipHeldDeletions(tx, { fleetId, driverId, tripId, reason: 'expired', at });
}
