import { sql } from 'kysely';
import type { Channel } from '../../rules/channels/index.ts';
import type { RecipientReason } from '../../rules/recipients/index.ts';
import { inTransaction, jsonbOrNull } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { NOT_BEGUN, deliveryKeyFrom, getDelivery } from '../deliveries/index.ts';
import type { Delivery } from '../deliveries/index.ts';
import type { TripKey } from '../tables/index.ts';

const DROPPED = 'already_decided';

/**
 * A condition on deliveries: an approval request that was dropped or erased before its first attempt, so that no recipient can
 * have it.
 */
const WAS_DROPPED = sql<boolean>`(deliveries.state = 'skipped' and deliveries.reason in (${sql.lit(DROPPED)}, 'erased')
  and deliveries.attempt = 0)`;

/**
 * Plans a message that requests a person's approval of a trip's deletion, once for each deletion and receiver.
 * @param args.once replaces the deletion as identity of the message, because a rule that reached a limit sends one message a day.
 * If that message was dropped or erased, it is planned again for this deletion.
 */
export async function planDeletionAsk(
  db: Db,
  args: TripKey & {
    readonly deletionId: string;
    readonly rule: string;
    readonly version: number;
    readonly revision: number;
    /** Slack messages have buttons for the decision. Other channels only notify that a decision is pending. */
    readonly action: Channel;
    /** A Slack channel or person, an address, a URL. */
    readonly receiver: string;
    readonly once?: readonly string[];
    readonly at: Date;
    /** Holds the message until this time. Absent: it is sent now. */
    readonly releaseAt?: Date | undefined;
    /** Reason why this receiver was chosen. Absent: the rule names the receiver itself. */
    readonly recipientReason?: RecipientReason | undefined;
  },
): Promise<void> {
  const { fleetId, driverId, tripId, deletionId, rule, version, revision, action, receiver } = args;
  const identity = [fleetId, 'deletion_request', ...(args.once ?? [deletionId]), action, receiver];
  const row = {
    fleetId,
    driverId,
    tripId,
    deletionId,
    rule,
    version,
    revision,
    action,
    receiver,
    kind: 'deletion_request' as const,
    deliveryKey: deliveryKeyFrom(identity),
    actionIndex: 0,
    alertId: null,
    state: args.releaseAt ? ('held' as const) : ('pending' as const),
    reason: args.releaseAt ? 'quiet_hours' : null,
    attempt: 0,
    unknownOutcomeAttempts: [],
    possibleRepeat: false,
    plannedAt: args.at,
    settledAt: null,
    releaseAt: args.releaseAt ?? null,
    groupedInto: null,
    recipientReason: jsonbOrNull(args.recipientReason),
  };
  await db
    .insertInto('deliveries')
    .values(row)
    .onConflict((conflict) => {
      const same = conflict.columns(['fleetId', 'deliveryKey']);
      return args.once ? same.doUpdateSet(row).where(WAS_DROPPED) : same.doNothing();
    })
    .execute();
}

/** Returns the approval requests of a deletion, in the order in which they were planned. */
export async function deletionAsks(
  db: Db,
  args: { readonly fleetId: string; readonly deletionId: string },
): Promise<Delivery[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('deletionId', '=', args.deletionId)
    .where('kind', '=', 'deletion_request')
    .orderBy('id')
    .execute();
}

/**
 * Skips the unsent approval requests of a deletion that no longer needs approval. A daily message about several deletions moves
 * to another deletion of that day that still waits.
 */
export async function dropDeletionAsks(
  db: Db,
  args: { readonly fleetId: string; readonly deletionId: string; readonly at: Date },
): Promise<void> {
  const { fleetId, deletionId, at } = args;
  await inTransaction(db, async (tx) => {
    await handOnAsks(tx, { fleetId, deletionIds: [deletionId] });
    await tx
      .updateTable('deliveries')
      .set({ state: 'skipped', reason: DROPPED, settledAt: at })
      .where('fleetId', '=', fleetId)
      .where('deletionId', '=', deletionId)
      .where('kind', '=', 'deletion_request')
      .where('state', 'in', ['pending', 'held'])
      .where('attempt', '=', 0)
      .execute();
  });
}

/**
 * Skips the unsent approval requests of a deletion that no longer needs approval.
 * @returns whether other approval requests were sent or may have been. Their messages must then show the deletion's outcome.
 */
export async function settleDeletionAsks(
  db: Db,
  args: { readonly fleetId: string; readonly deletionId: string; readonly at: Date },
): Promise<boolean> {
  await dropDeletionAsks(db, args);
  const asks = await deletionAsks(db, args);
  return asks.some(({ state }) => state === 'sent' || state === 'pending' || state === 'unconfirmed');
}

/** Deletions that were decided, have ended, or are to be removed. */
interface EndedDeletions {
  readonly fleetId: string;
  readonly deletionIds: readonly string[];
}

/** A message about all deletions that one rule stopped on one UTC date (`YYYY-MM-DD`). */
interface DayAsk {
  readonly id: string;
  readonly rule: string;
  readonly version: number;
  readonly day: string;
}

/**
 * Selects the UTC date on which a rule with automatic deletions stopped (reached a limit) at the deletion, or no row if it did
 * not. Uses the audit log, because it keeps all times.
 */
const STOPPED = sql`lateral (
  select ((audit.at at time zone 'UTC')::date)::text as day from audit
  where audit.fleet_id = deletions.fleet_id and audit.subject_type = 'deletion' and audit.subject_id = deletions.id::text
    and audit.action = 'deletion.stopped' order by audit.id limit 1) stopped`;

/**
 * Returns the UTC date (`YYYY-MM-DD`) on which a rule with automatic deletions stopped (reached a limit) at this deletion.
 * Undefined if it did not.
 */
export async function dayStopped(
  db: Db,
  { fleetId, id }: { readonly fleetId: string; readonly id: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select stopped.day from deletions cross join ${STOPPED}
    where deletions.fleet_id = ${fleetId} and deletions.id = ${id}::bigint`.execute(db);
  return rows[0]?.day;
}

/** Returns the ids of a driver's deletions. With `tripIds`, returns only deletions of these trips. */
export async function deletionIdsOf(
  tx: Tx,
  of: { readonly fleetId: string; readonly driverId: string; readonly tripIds?: readonly string[] },
): Promise<string[]> {
  let query = tx
    .selectFrom('deletions')
    .select('id')
    .where((row) => row.and({ fleetId: of.fleetId, driverId: of.driverId }));
  if (of.tripIds) query = query.where(sql<boolean>`trip_id = any(${[...of.tripIds]}::text[])`);
  return (await query.execute()).map(({ id }) => id);
}

/**
 * Moves the unsent daily message of a stopped rule to another waiting deletion of the same rule and day. Leaves the message
 * unchanged if there is none. Keeps the release time of a held message.
 *
 * An attempt that is composing the message fails to begin sending, and the next attempt composes it again.
 */
export async function handOnAsks(tx: Tx, { fleetId, deletionIds }: EndedDeletions): Promise<void> {
  const ended = [...deletionIds];
  // Excludes a message that is being sent: it stays with the deletion for which it was composed.
  const { rows: asks } = await sql<DayAsk>`
    select deliveries.id, deliveries.rule, deliveries.version, stopped.day
    from deliveries
    join deletions on deletions.fleet_id = deliveries.fleet_id and deletions.id = deliveries.deletion_id
    cross join ${STOPPED}
    where deliveries.fleet_id = ${fleetId} and deliveries.deletion_id = any(${ended}::bigint[]) and deliveries.kind = 'deletion_request'
      and deliveries.state in ('pending', 'held') and ${NOT_BEGUN}
    order by deliveries.id for update of deliveries`.execute(tx);
  for (const { id, rule, version, day } of asks) {
    // Locks the new deletion, so that a concurrent verdict on it waits and then finds this message.
    const { rows: next } = await sql<{ id: string }>`
      select deletions.id from deletions cross join ${STOPPED}
      where deletions.fleet_id = ${fleetId} and deletions.rule = ${rule} and deletions.state = 'requested'
        and deletions.id <> all(${ended}::bigint[]) and stopped.day = ${day}
      order by deletions.version <> ${version}, deletions.id
      limit 1 for update of deletions`.execute(tx);
    if (!next[0]) continue;
    await sql`
      update deliveries set claimed_at = null, deletion_id = deletions.id, driver_id = deletions.driver_id, trip_id = deletions.trip_id,
        version = deletions.version, revision = coalesce(deletions.revision, 0)
      from deletions
      where deletions.fleet_id = ${fleetId} and deletions.id = ${next[0].id}::bigint
        and deliveries.fleet_id = ${fleetId} and deliveries.id = ${id}::bigint`.execute(tx);
  }
}

/** Counts the messages that `handOnAsks` would move to another driver's deletion if all deletions of this driver ended. */
export async function countHandedOn(
  db: Db,
  { fleetId, driverId }: { readonly fleetId: string; readonly driverId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with asks as (
      select deliveries.rule, stopped.day
      from deliveries
      join deletions on deletions.fleet_id = deliveries.fleet_id and deletions.id = deliveries.deletion_id
      cross join ${STOPPED}
      where deliveries.fleet_id = ${fleetId} and deletions.driver_id = ${driverId} and deliveries.kind = 'deletion_request'
        and deliveries.state in ('pending', 'held') and ${NOT_BEGUN})
    select count(*)::int as count from asks where exists (
      select from deletions cross join ${STOPPED}
      where deletions.fleet_id = ${fleetId} and deletions.rule = asks.rule and deletions.state = 'requested'
        and deletions.driver_id <> ${driverId} and stopped.day = asks.day)`.execute(db);
  return rows[0]!.count;
}

/**
 * Moves an unsent approval request to another deletion if its own deletion is decided. Call it before sending, because a person
 * may decide without the message, or during an attempt that sent nothing.
 * @returns the stored request after the move, or undefined if it is no longer stored
 */
export async function handOnDecided(db: Db, ask: Delivery): Promise<Delivery | undefined> {
  const { fleetId, deletionId } = ask;
  if (ask.kind !== 'deletion_request' || deletionId === null) return ask;
  const deletion = await db
    .selectFrom('deletions')
    .select('state')
    .where((row) => row.and({ fleetId, id: deletionId }))
    .executeTakeFirst();
  if (deletion?.state === 'requested') return ask;
  await inTransaction(db, (tx) => handOnAsks(tx, { fleetId, deletionIds: [deletionId] }));
  return getDelivery(db, ask);
}
