import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { RecipientReason } from '../../rules/recipients/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { getRow, inTransaction, isRowId, jsonb, newestFirst, recordAudit, whereGiven } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import { requestSuppressed } from '../alerts/index.ts';
import { groupAgain } from './grouped.ts';
import { deliveryKeyFrom } from './plannedRows.ts';
import type { DeliveriesTable, DeliveryAction, DeliveryState, TripKey } from '../tables/index.ts';

export type { DeliveryState } from '../tables/index.ts';

/** One action for one receiver, usually of an alert, and its outcome. */
export type Delivery = Selectable<DeliveriesTable>;

/** The columns that identify a delivery of an alert. Two deliveries with equal values are the same delivery. */
export interface DeliveryIdentity extends TripKey {
  readonly rule: string;
  readonly action: DeliveryAction;
  readonly receiver: string;
}

/**
 * Returns the delivery key of an alert's delivery. Receivers see it as message metadata, Message-ID or webhook id. It depends on
 * the identity only, so every attempt has the same key.
 */
export function deliveryKeyOf(of: DeliveryIdentity): string {
  return deliveryKeyFrom([of.fleetId, of.driverId, of.tripId, of.rule, of.action, of.receiver]);
}

/** A delivery in the ledger, new or planned before. */
export interface Planned {
  readonly id: string;
  readonly isNew: boolean;
  readonly state: DeliveryState;
  readonly deliveryKey: string;
}

/**
 * A condition on `deliveries`: no attempt has begun to send, so the receiver cannot have the message. An attempt may still be
 * composing it. Once its claim is removed (`claimed_at` null), `beginSending` returns false to that attempt.
 */
export const NOT_BEGUN = sql<boolean>`((deliveries.claimed_at is null or deliveries.unsent_attempt = deliveries.attempt)
  and cardinality(deliveries.unknown_outcome_attempts) = 0)`;

/**
 * A condition on deliveries: skipped while held, without any attempt, and not grouped into another message. No recipient can have
 * such a message.
 */
const LEFT_OUT = sql<boolean>`(deliveries.state = 'skipped'
  and deliveries.reason in ('resolved', 'silenced') and deliveries.attempt = 0 and deliveries.grouped_into is null)`;

/**
 * Plans a delivery, once per (fleet, driver, trip, rule, action, receiver). An existing delivery is kept. The exception is a
 * delivery that was skipped while held and that no recipient can have: it is planned again with its alert.
 * @param args.state `held` or `skipped`, with a `reason`, for a delivery that is sent later or never
 */
export async function planDelivery(
  db: Db,
  args: DeliveryIdentity & {
    readonly alertId?: string;
    readonly version: number;
    readonly actionIndex: number;
    readonly revision: number;
    readonly at: Date;
    readonly state?: 'pending' | 'held' | 'skipped';
    readonly reason?: string;
    /** The time at which a held delivery may be sent. */
    readonly releaseAt?: Date;
    /** The delivery whose message includes the alert of this skipped delivery. */
    readonly groupedInto?: string;
    /** Reason why this receiver was chosen. Absent: the rule names the receiver itself. */
    readonly recipientReason?: RecipientReason | undefined;
    /** True for a coaching e-mail to the driver, which is never grouped with other messages. */
    readonly isCoaching?: boolean | undefined;
  },
): Promise<Planned> {
  const { fleetId, driverId, tripId, rule, version, action, actionIndex, receiver, revision } = args;
  const deliveryKey = deliveryKeyOf(args);
  const state = args.state ?? 'pending';
  const row = {
    fleetId,
    driverId,
    tripId,
    rule,
    version,
    action,
    actionIndex,
    receiver,
    revision,
    deliveryKey,
    state,
    alertId: args.alertId ?? null,
    reason: args.reason ?? null,
    attempt: 0,
    unknownOutcomeAttempts: [],
    possibleRepeat: false,
    plannedAt: args.at,
    settledAt: state === 'skipped' ? args.at : null,
    releaseAt: args.releaseAt ?? null,
    groupedInto: args.groupedInto ?? null,
    kind: args.isCoaching ? ('coaching' as const) : ('alert' as const),
    recipientReason: args.recipientReason ? jsonb(args.recipientReason) : null,
  };
  const inserted = await db
    .insertInto('deliveries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['fleetId', 'deliveryKey']).doUpdateSet(row).where(LEFT_OUT))
    .returning(['id', 'state'])
    .executeTakeFirst();
  if (inserted !== undefined) return { ...inserted, isNew: true, deliveryKey };
  const earlier = await db
    .selectFrom('deliveries')
    .select(['id', 'state'])
    .where('fleetId', '=', fleetId)
    .where('deliveryKey', '=', deliveryKey)
    .executeTakeFirstOrThrow();
  return { ...earlier, isNew: false, deliveryKey };
}

/** Returns whether the message was stored in the outbox because its channel is not configured. */
export function isInOutbox(row: Pick<Delivery, 'reference'>): boolean {
  return outboxIdOf(row) !== undefined;
}

/** Returns the id of the message in the outbox, or undefined if the message was not stored there. */
export function outboxIdOf({ reference }: Pick<Delivery, 'reference'>): string | undefined {
  if (reference === null || typeof reference !== 'object' || Array.isArray(reference)) return undefined;
  const id = (reference as JsonObject)['outbox_id'];
  return typeof id === 'string' ? id : undefined;
}

/** Returns one delivery, or undefined if it is not stored. */
export function getDelivery(
  db: Db,
  key: { readonly fleetId: string; readonly id: string },
): Promise<Delivery | undefined> {
  return getRow(db, 'deliveries', key);
}

/** Returns deliveries, newest first. */
export async function listDeliveries(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly tripId?: string;
    readonly rule?: string;
    readonly alertId?: string;
    readonly state?: DeliveryState;
    /** A channel or another action, such as `delete_trip`. */
    readonly action?: string;
  },
): Promise<Listed<Delivery>> {
  const ofFleet = db.selectFrom('deliveries').selectAll().where('fleetId', '=', args.fleetId);
  const query = whereGiven(ofFleet, args, ['driverId', 'tripId', 'rule', 'alertId', 'state', 'action']);
  return newestFirst(query, { ...args, list: 'deliveries', by: 'id' });
}

/**
 * Releases a held delivery: its state `held` becomes `pending`.
 * @returns whether the delivery was held
 */
export async function resumeDelivery(
  db: Db,
  args: { readonly fleetId: string; readonly id: string },
): Promise<boolean> {
  if (!isRowId(args.id)) return false;
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ state: 'pending', reason: null })
    .where((row) => row.and({ fleetId: args.fleetId, id: args.id, state: 'held' }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Makes a failed delivery pending again, for a replay. With `evenUnconfirmed`, also reopens a delivery whose outcome stayed
 * unknown. A person then accepts that the message may arrive twice, and it is sent marked as a possible duplicate.
 * @returns whether the delivery is pending again
 */
export async function reopenDelivery(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly at: Date;
    readonly who: string;
    readonly evenUnconfirmed?: boolean;
  },
): Promise<boolean> {
  if (!isRowId(args.id)) return false;
  return inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('deliveries')
      .select(['state', 'possibleRepeat', 'unknownOutcomeAttempts', 'driverId', 'tripId'])
      .where((where) => where.and({ fleetId: args.fleetId, id: args.id }))
      .forUpdate()
      .executeTakeFirst();
    const isUnconfirmed = row?.state === 'unconfirmed' && args.evenUnconfirmed === true;
    if (row === undefined || (row.state !== 'failed' && !isUnconfirmed)) return false;
    await tx
      .updateTable('deliveries')
      .set({
        state: 'pending',
        reason: null,
        claimedAt: null,
        settledAt: null,
        refusals: 0,
        refusedSince: null,
        // The message into which this delivery was grouped has failed, so this delivery is sent separately.
        groupedInto: null,
        // The mark as possible duplicate settles the unknown outcomes. If they were kept, the next claim would find two of them
        // and give up.
        ...(isUnconfirmed ? { possibleRepeat: true, unknownOutcomeAttempts: [] } : {}),
      })
      .where((where) => where.and({ fleetId: args.fleetId, id: args.id }))
      .execute();
    await groupAgain(tx, args, args.at);
    await recordAudit(tx, {
      fleetId: args.fleetId,
      at: args.at,
      who: args.who,
      action: 'delivery.reopened',
      subjectType: 'delivery',
      subjectId: args.id,
      why: `was ${row.state}`,
      details: { driver_id: row.driverId, trip_id: row.tripId },
    });
    return true;
  });
}

/**
 * Skips a held delivery that is not sent after all, such as a deletion that was rejected.
 * @returns whether the delivery was held
 */
export async function skipHeldDelivery(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly reason: string; readonly at: Date },
): Promise<boolean> {
  return skipHeld(db, args, { id: args.id });
}

/** Skips the held deletions of one trip, whatever their rule. */
export async function skipHeldDeletions(
  db: Db,
  args: TripKey & { readonly reason: string; readonly at: Date },
): Promise<void> {
  const { driverId, tripId } = args;
  await skipHeld(db, args, { driverId, tripId, action: 'delete_trip' });
}

async function skipHeld(
  db: Db,
  { fleetId, reason, at }: { readonly fleetId: string; readonly reason: string; readonly at: Date },
  which: Partial<Pick<Delivery, 'id' | 'driverId' | 'tripId' | 'action'>>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .updateTable('deliveries')
      .set({ state: 'skipped', reason, settledAt: at })
      .where((row) => row.and({ ...which, fleetId, state: 'held' }))
      .returning('alertId')
      .execute();
    await requestSuppressed(tx, { fleetId, alertIds: ended.map(({ alertId }) => alertId), at });
    return ended.length > 0;
  });
}
