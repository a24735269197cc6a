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

/** One action for one receiver of one alert, and its outcome. */
export type Delivery = Selectable<DeliveriesTable>;

/** The columns that identify a delivery: two with the same values are the same one. */
export interface DeliveryIdentity extends TripKey {
  readonly rule: string;
  readonly action: DeliveryAction;
  readonly receiver: string;
}

/** Returns the key a receiver sees: message metadata, Message-ID, webhook id. The same delivery always has the same one. */
export function deliveryKeyOf(of: DeliveryIdentity): string {
  return deliveryKeyFrom([of.fleetId, of.driverId, of.tripId, of.rule, of.action, of.receiver]);
}

/** A delivery in the ledger. */
export interface Planned {
  readonly id: string;
  readonly isNew: boolean;
  readonly state: DeliveryState;
  readonly deliveryKey: string;
}

/**
 * A condition on `deliveries`: no attempt has begun to send, so no message can be out. An attempt that still composes it may be
 * overtaken: once its claim is removed (`claimed_at` null), `beginSending` returns no.
 */
export const NOT_BEGUN = sql<boolean>`((deliveries.claimed_at is null or deliveries.unsent_attempt = deliveries.attempt)
  and cardinality(deliveries.unknown_outcome_attempts) = 0)`;

/** A condition on deliveries: skipped while held, without an attempt and outside any other message. */
const LEFT_OUT = sql<boolean>`(deliveries.state = 'skipped'
  and deliveries.reason in ('resolved', 'silenced') and deliveries.attempt = 0 and deliveries.grouped_into is null)`;

/**
 * Plans a delivery, once per (fleet, driver, trip, rule, action, receiver). Keeps an existing one, unless it was skipped while
 * held and no recipient can have it: that one is planned again with its alert.
 * @param args.state `held` or `skipped` with a `reason` for one that is not to be sent now or at all
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
    /** The delivery whose message contains the alert of this skipped one. */
    readonly groupedInto?: string;
    /** Reason for this receiver; absent: the rule names the receiver itself. */
    readonly recipientReason?: RecipientReason | undefined;
    /** A coaching e-mail to the driver, which never shares a message. */
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

/** Returns whether the message was stored in the outbox because no channel was configured. */
export function isInOutbox(row: Pick<Delivery, 'reference'>): boolean {
  return outboxIdOf(row) !== undefined;
}

/** Returns the message's id in the outbox, when it was stored there instead of sent. */
export function outboxIdOf({ reference }: Pick<Delivery, 'reference'>): string | undefined {
  if (reference === null || typeof reference !== 'object' || Array.isArray(reference)) return undefined;
  const id = (reference as JsonObject)['outbox_id'];
  return typeof id === 'string' ? id : undefined;
}

/** Returns one delivery. */
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
    /** A channel, or what else an action is. */
    readonly action?: string;
  },
): Promise<Listed<Delivery>> {
  const ofFleet = db.selectFrom('deliveries').selectAll().where('fleetId', '=', args.fleetId);
  const query = whereGiven(ofFleet, args, ['driverId', 'tripId', 'rule', 'alertId', 'state', 'action']);
  return newestFirst(query, { ...args, list: 'deliveries', by: 'id' });
}

/**
 * Releases a held delivery: `held` becomes `pending`.
 * @returns whether it was held
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
 * Makes a failed delivery pending again, for a replay. With `evenUnconfirmed` also one whose outcome stayed unknown: a person
 * then accepts that it may arrive twice, and it is sent marked as a possible duplicate.
 * @returns whether it is pending again
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
        // The message into which it was grouped has failed: it is sent separately.
        groupedInto: null,
        // The mark settles the unknown outcome: were it kept, the next claim would find two and give up.
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

/** Ends a held delivery that is not to be sent after all, such as a deletion that was rejected. @returns whether it was held */
export async function skipHeldDelivery(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly reason: string; readonly at: Date },
): Promise<boolean> {
  return skipHeld(db, args, { id: args.id });
}

/** Ends the held deletions of one trip, of all rules. */
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
