import { requestSuppressed } from '../alerts/index.ts';
import { inTransaction } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { DeletionState, TripKey } from '../tables/index.ts';
import { setDeletionState } from './progress.ts';
import { OPEN_STATES, auditDeletion, changeDeletion, lockDeletion } from './row.ts';

/**
 * Requests the deletion of a trip. Returns an existing deletion instead if the trip has an open one, or one that already answered
 * this delivery. So no person has to approve the same deletion twice.
 * @param args.approval `required`: a person decides until `expiresAt`. `auto`: the deletion is approved at once.
 */
export async function requestDeletion(
  db: Db,
  args: TripKey & {
    readonly rule: string;
    readonly version: number;
    readonly approval: 'required' | 'auto';
    readonly cause?: string;
    readonly deliveryId?: string;
    /**
     * Time at which the delivery was planned. If the trip's deletion was rejected or expired after this time, that deletion
     * answers this delivery too.
     */
    readonly plannedAt?: Date;
    /** The trip's revision and the fingerprint of its content at the time of the decision. */
    readonly decided?: { readonly revision: number; readonly contentHash: string | null };
    readonly expiresAt: Date;
    readonly at: Date;
  },
): Promise<{ id: string; isNew: boolean; state: DeletionState }> {
  const { fleetId, driverId, tripId, rule, version, approval, expiresAt, at } = args;
  return inTransaction(db, async (tx) => {
    const answered = await answerTo(tx, args);
    if (answered) return { ...answered, isNew: false };
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
 * Returns the deletion that already answered a delivery's request. This is an ended deletion of this delivery, or any deletion of
 * the trip that was rejected or expired after the delivery was planned.
 */
async function answerTo(
  tx: Tx,
  args: TripKey & { readonly deliveryId?: string; readonly plannedAt?: Date },
): Promise<{ id: string; state: DeletionState } | undefined> {
  const { fleetId, driverId, tripId, deliveryId, plannedAt } = args;
  if (deliveryId === undefined) return undefined;
  const ofTrip = { fleetId, driverId, tripId };
  // Waits for a concurrent verdict on the open deletion.
  await tx
    .selectFrom('deletions')
    .select('id')
    .where((row) => row.and(ofTrip))
    .where('state', 'in', OPEN_STATES)
    .forUpdate()
    .execute();
  return tx
    .selectFrom('deletions')
    .select(['id', 'state'])
    .where((row) => row.and(ofTrip))
    .where((row) =>
      row.or([
        row.and([
          row('deliveryId', '=', deliveryId),
          row('state', 'not in', OPEN_STATES),
          // Excludes deletions that ended because the rule stopped matching, because the rule now matches again and needs an
          // answer.
          row('reason', 'is distinct from', NO_LONGER_MATCHED),
        ]),
        ...(plannedAt === undefined
          ? []
          : [row.and([row('state', 'in', ['rejected', 'expired']), row('settledAt', '>=', plannedAt)])]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Makes an automatically approved deletion wait for a person's approval, because its rule has reached a daily limit.
 * @returns whether the deletion waits now. False if it had begun or ended.
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
      state: 'requested',
      approval: 'required',
      reason,
      expiresAt,
      decidedAt: null,
      decidedWho: null,
      claimedAt: null,
    });
    await auditDeletion(tx, asked, { at, who: 'tripline', action: 'deletion.stopped', why: reason });
    return true;
  });
}

/** Reason of a deletion that ended because its rule no longer requests it. */
export const NO_LONGER_MATCHED = 'no_longer_matched';

/**
 * Ends a trip's deletion that has not begun, and held deliveries, if their rules no longer request a deletion. If the deletion
 * ended, other rules' held deliveries become due, so that each can request a deletion itself.
 */
export async function endUnmatchedDeletions(
  tx: Tx,
  args: TripKey & { readonly asks: (rule: string) => boolean; readonly at: Date },
): Promise<void> {
  const { fleetId, driverId, tripId, at } = args;
  const open = await tx
    .selectFrom('deletions')
    .select(['id', 'rule'])
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .where('state', 'in', ['requested', 'approved'])
    .executeTakeFirst();
  const from = ['requested', 'approved'] as const;
  const ends =
    open !== undefined &&
    !args.asks(open.rule) &&
    (await setDeletionState(tx, {
      fleetId,
      id: open.id,
      state: 'refused',
      reason: NO_LONGER_MATCHED,
      from,
      at,
    }));
  const held = await tx
    .selectFrom('deliveries')
    .select(['id', 'rule', 'alertId'])
    .where((row) => row.and({ fleetId, driverId, tripId, action: 'delete_trip', state: 'held' }))
    .where('reason', '=', 'awaiting_approval')
    .execute();
  const over = held.filter(({ rule }) => !args.asks(rule));
  await requestSuppressed(tx, { fleetId, alertIds: over.map(({ alertId }) => alertId), at });
  for (const { id, rule } of held) {
    const isOver = !args.asks(rule);
    if (!isOver && !ends) continue;
    await tx
      .updateTable('deliveries')
      .set(
        isOver
          ? { state: 'skipped', reason: NO_LONGER_MATCHED, settledAt: at }
          : { state: 'pending', reason: null },
      )
      .where((row) => row.and({ fleetId, id, state: 'held' }))
      .execute();
  }
}
