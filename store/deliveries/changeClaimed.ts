import { requestSuppressed } from '../alerts/index.ts';
import { inTransaction, jsonb, recordAudit } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { Delivery, DeliveryState } from './deliveries.ts';
import { endGrouped } from './grouped.ts';

/** Key of one claim of a delivery. */
export interface Claimed {
  readonly fleetId: string;
  readonly id: string;
  /** Number that the claim returned. */
  readonly attempt: number;
}

/** Returns the columns for a delivery's last error, with the text cut to the stored length (1,000 characters). */
export function errorOf(args: { readonly error: string; readonly at: Date }): Change {
  return { lastError: args.error.slice(0, 1_000), lastErrorAt: args.at };
}

/** The columns of a delivery that may change. */
type Change = Partial<
  Omit<Delivery, 'id' | 'fleetId' | 'unknownOutcomeAttempts'> & {
    readonly unknownOutcomeAttempts: readonly number[];
  }
>;

/** Returns a delivery, locked until the transaction ends. */
export async function locked(
  tx: Tx,
  key: { readonly fleetId: string; readonly id: string },
): Promise<Delivery | undefined> {
  return tx
    .selectFrom('deliveries')
    .selectAll()
    .where((row) => row.and({ fleetId: key.fleetId, id: key.id }))
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a delivery. The caller holds its lock. */
export async function update(
  tx: Tx,
  key: { readonly fleetId: string; readonly id: string },
  change: Change,
): Promise<void> {
  await changing(tx, key, change).execute();
}

function changing(db: Db, key: { readonly fleetId: string; readonly id: string }, change: Change) {
  const { unknownOutcomeAttempts, reference, ...plain } = change;
  return db
    .updateTable('deliveries')
    .set({
      ...plain,
      ...(reference === undefined ? {} : { reference: jsonb(reference) }),
      ...(unknownOutcomeAttempts === undefined
        ? {}
        : { unknownOutcomeAttempts: [...unknownOutcomeAttempts] }),
    })
    .where((row) => row.and({ fleetId: key.fleetId, id: key.id }));
}

/**
 * Returns whether a claim with this number was ever made. An unknown number is a caller's mistake, and its report changes
 * nothing.
 */
export function wasClaimed(row: Delivery, claim: Claimed): boolean {
  return claim.attempt >= 1 && claim.attempt <= row.attempt;
}

/** Returns whether the claim is the delivery's latest one and still open. */
export function isCurrent(row: Delivery, claim: Claimed): boolean {
  return row.state === 'pending' && row.attempt === claim.attempt && row.claimedAt !== null;
}

/**
 * Changes the delivery in one statement, but only if `isCurrent` holds.
 * @returns whether the delivery was changed
 */
export async function whileCurrent(db: Db, args: Claimed, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await changing(db, args, change)
    .where((row) => row.and({ state: 'pending', attempt: args.attempt }))
    .where('claimedAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Ends a claim and its delivery with a state. If the delivery failed or stayed unconfirmed, also ends the deliveries grouped into
 * its message. Does nothing unless the claim is the latest one and open.
 */
export async function endDelivery(
  db: Db,
  args: Claimed & {
    readonly state: Exclude<DeliveryState, 'pending' | 'sent'>;
    readonly reason: string;
    readonly at: Date;
  },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await locked(tx, args);
    if (row === undefined || !isCurrent(row, args)) return;
    const settledAt = args.state === 'held' ? null : args.at;
    const reason = args.reason.slice(0, 1_000);
    await update(tx, args, { state: args.state, reason, settledAt, claimedAt: null });
    const { state } = args;
    const hasGrouped = state === 'failed' || state === 'unconfirmed';
    const grouped = hasGrouped ? await endGrouped(tx, args, { state, reason, at: args.at }) : [];
    if (state !== 'held' && (row.kind === 'alert' || row.kind === 'coaching'))
      await requestSuppressed(tx, {
        fleetId: row.fleetId,
        alertIds: [row.alertId, ...grouped],
        at: args.at,
      });
    await audit(tx, row, { at: args.at, action: `delivery.${state}`, why: reason, grouped: grouped.length });
  });
}

/** Records the outcome of a delivery in the audit log. */
export async function audit(
  tx: Tx,
  row: Delivery,
  entry: {
    readonly at: Date;
    readonly action: string;
    readonly why?: string;
    readonly possibleRepeat?: boolean;
    /** Number of other deliveries that ended with this one, because they were grouped into its message. */
    readonly grouped?: number;
  },
): Promise<void> {
  await recordAudit(tx, {
    fleetId: row.fleetId,
    at: entry.at,
    who: 'tripline',
    action: entry.action,
    subjectType: 'delivery',
    subjectId: row.id,
    ...(entry.why === undefined ? {} : { why: entry.why }),
    details: {
      driver_id: row.driverId,
      trip_id: row.tripId,
      rule: row.rule,
      version: row.version,
      action: row.action,
      receiver: row.receiver,
      ...(entry.possibleRepeat === undefined ? {} : { possible_repeat: entry.possibleRepeat }),
      ...(entry.grouped ? { grouped: entry.grouped } : {}),
    },
  });
}
