import { sql } from 'kysely';
import type { PeopleChannel } from '../../rules/channels/index.ts';
import type { RecipientReason } from '../../rules/recipients/index.ts';
import type { LocalDay } from '../../rules/time/index.ts';
import { jsonb, lockRules } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { deliveryKeyFrom, insertPlanned } from './plannedRows.ts';
import type { TripKey } from '../tables/index.ts';

type DriverKey = Pick<TripKey, 'fleetId' | 'driverId'>;

/**
 * Plans a message about a rule's budget: a notice that it is used up, or a summary of the alerts over it at the end of the day.
 * Each rule, local day and receiver has one such message. Its trip is the one that caused the first alert over the budget.
 */
export async function planBudgetMessage(
  db: Db,
  args: TripKey & {
    readonly kind: 'budget_notice' | 'budget_summary';
    readonly rule: string;
    readonly version: number;
    /** The fleet's local date, `YYYY-MM-DD`. */
    readonly date: string;
    readonly action: PeopleChannel;
    readonly receiver: string;
    readonly revision: number;
    readonly at: Date;
    /** Holds the message until this time. Absent: it is sent now. */
    readonly releaseAt?: Date;
    /** Reason why this receiver was chosen. Absent: the rule names the receiver itself. */
    readonly recipientReason?: RecipientReason | undefined;
  },
): Promise<void> {
  const { fleetId, driverId, tripId, kind, rule, version, action, receiver, revision } = args;
  const identity = [fleetId, kind, rule, args.date, action, receiver];
  await insertPlanned(db, [
    {
      fleetId,
      driverId,
      tripId,
      kind,
      rule,
      version,
      action,
      receiver,
      revision,
      deliveryKey: deliveryKeyFrom(identity),
      actionIndex: 0,
      state: args.releaseAt ? 'held' : 'pending',
      reason: args.releaseAt ? (kind === 'budget_summary' ? 'over_budget' : 'quiet_hours') : null,
      plannedAt: args.at,
      releaseAt: args.releaseAt ?? null,
      recipientReason: args.recipientReason ? jsonb(args.recipientReason) : null,
    },
  ]).execute();
}

/**
 * Removes an erased driver from unsent budget messages. Such a message moves to another driver over the same budget that day, and
 * is held until its release time or `at`. Without another driver, the message stays, and its key becomes free for the next driver
 * over the budget.
 *
 * Call it under the driver's lock, before locking anything else.
 * @param args.dayOf returns the fleet's local day around an instant. A budget covers one such day.
 */
export async function passOnBudgetMessages(
  tx: Tx,
  args: DriverKey & { readonly at: Date; readonly dayOf: (at: Date) => LocalDay },
): Promise<void> {
  const { fleetId, driverId, at, dayOf } = args;
  const isOpen = sql`kind in ('budget_notice', 'budget_summary') and state in ('pending', 'held')`;
  const { rows: rules } = await sql<{ rule: string }>`
    select rule from alerts where fleet_id = ${fleetId} and driver_id = ${driverId} and reason = 'over_budget'
    union select rule from deliveries where fleet_id = ${fleetId} and driver_id = ${driverId} and ${isOpen}`.execute(
    tx,
  );
  // Keeps other alerts from going over the budget while the remaining drivers are counted. Such an alert would find the message
  // planned already, and plan none itself.
  await lockRules(tx, { fleetId, rules: rules.map(({ rule }) => rule) });
  // Marks the driver's alerts now, because the driver's trips are erased a little later and a summary may be sent in between.
  await sql`
    update alerts set reason = 'erased', detail = null
    where fleet_id = ${fleetId} and driver_id = ${driverId} and reason = 'over_budget'`.execute(tx);
  const { rows: messages } = await sql<{ id: string; rule: string; plannedAt: Date }>`
    select id, rule, planned_at from deliveries
    where fleet_id = ${fleetId} and driver_id = ${driverId} and ${isOpen} order by id for update`.execute(tx);
  for (const { id, rule, plannedAt } of messages) {
    const { from, to } = dayOf(plannedAt);
    // An attempt that may have begun sending gets an unknown outcome, as if it had ended now, because its message may still
    // arrive. An attempt that has not begun finds that it may not begin.
    const { numAffectedRows } = await sql`
      update deliveries set state = 'held', claimed_at = null, release_at = coalesce(release_at, ${at}),
        last_error_at = case when claimed_at is null then last_error_at else now() end,
        driver_id = other.driver_id, trip_id = other.trip_id, revision = other.revision,
        unknown_outcome_attempts = case when claimed_at is null or unsent_attempt = attempt then unknown_outcome_attempts
          else unknown_outcome_attempts || attempt end
      from (select driver_id, trip_id, revision from alerts
        where fleet_id = ${fleetId} and rule = ${rule} and reason = 'over_budget' and at >= ${from} and at < ${to}
        order by at, id limit 1) other
      where deliveries.fleet_id = ${fleetId} and deliveries.id = ${id}`.execute(tx);
    if (numAffectedRows === 0n) await freeKey(tx, { fleetId, id });
  }
}

/** Counts the budget messages that `passOnBudgetMessages` would move to another driver. */
export async function countPassedOn(
  db: Db,
  { fleetId, driverId, dayOf }: DriverKey & { readonly dayOf: (at: Date) => LocalDay },
): Promise<number> {
  const { rows: messages } = await sql<{ rule: string; plannedAt: Date }>`
    select rule, planned_at from deliveries
    where fleet_id = ${fleetId} and driver_id = ${driverId}
      and kind in ('budget_notice', 'budget_summary') and state in ('pending', 'held')`.execute(db);
  let count = 0;
  for (const { rule, plannedAt } of messages) {
    const { from, to } = dayOf(plannedAt);
    const { rows } = await sql`
      select from alerts where fleet_id = ${fleetId} and rule = ${rule} and reason = 'over_budget'
        and at >= ${from} and at < ${to} and driver_id <> ${driverId} limit 1`.execute(db);
    count += rows.length;
  }
  return count;
}

/** Frees the delivery key of a message without an attempt, so that the next alert over the budget plans the message again. */
async function freeKey(
  tx: Tx,
  { fleetId, id }: { readonly fleetId: string; readonly id: string },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ deliveryKey: deliveryKeyFrom([fleetId, 'erased', id]) })
    .where((row) => row.and({ fleetId, id, attempt: 0 }))
    .execute();
}
