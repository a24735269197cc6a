import { sql } from 'kysely';
import { inTransaction, jsonbOrNull, recordAudit } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import { NOT_BEGUN, deliveryKeyFrom, insertPlanned } from '../deliveries/index.ts';
import type { Delivery } from '../deliveries/index.ts';
import type { DigestReceiver, DigestRunKey } from './runs.ts';
import type { DeliveryState, DigestRunState } from '../tables/index.ts';

/** A pending message of a digest. */
export interface DueDigestMessage {
  readonly id: string;
  readonly action: DigestReceiver['action'];
}

/**
 * Plans a run's messages, one per receiver, and changes the run's state to `sending`. Keeps existing messages, and skips
 * recipients who unsubscribed. The messages belong to no trip, driver or rule.
 * @returns the pending messages. Empty if the run failed, for example because it was cancelled.
 */
export async function planDigestMessages(
  db: Db,
  args: DigestRunKey & {
    readonly digestId: string;
    readonly version: number;
    readonly receivers: readonly DigestReceiver[];
    readonly at: Date;
  },
): Promise<readonly DueDigestMessage[]> {
  const { fleetId, id: runId, digestId, version, receivers, at } = args;
  const isOff = await inTransaction(db, async (tx) => {
    // A concurrent cancellation waits for this lock, and then finds that the run is being sent.
    const run = await tx
      .selectFrom('digestRuns')
      .select('state')
      .where((row) => row.and({ fleetId, id: runId }))
      .forUpdate()
      .executeTakeFirst();
    if (!run || run.state === 'failed') return true;
    if (receivers.length > 0)
      await insertPlanned(
        tx,
        receivers.map(({ action, receiver, because }) => ({
          recipientReason: jsonbOrNull(because),
          fleetId,
          kind: 'digest' as const,
          digestRunId: runId,
          version,
          action,
          receiver,
          driverId: '',
          tripId: '',
          rule: '',
          actionIndex: 0,
          revision: 1,
          deliveryKey: deliveryKeyFrom([fleetId, 'digest', runId, action, receiver.toLowerCase()]),
          state: 'pending' as const,
          plannedAt: at,
        })),
      ).execute();
    await moveDigestRun(tx, { fleetId, id: runId, state: 'sending', at });
    return false;
  });
  if (isOff) return [];
  await skipUnsubscribed(db, { fleetId, digestId, at });
  return db
    .selectFrom('deliveries')
    .select(['id', sql<DigestReceiver['action']>`action`.as('action')])
    .where((row) => row.and({ fleetId, digestRunId: runId, state: 'pending' }))
    .orderBy('id')
    .execute();
}

/**
 * Skips pending digest e-mails to people who unsubscribed. Does not change messages that may have been sent, because the worker
 * that is sending them records their outcome.
 */
async function skipUnsubscribed(
  db: Db,
  args: { readonly fleetId: string; readonly digestId: string; readonly at: Date },
): Promise<void> {
  await sql`
    update deliveries set state = 'skipped', reason = 'unsubscribed', settled_at = ${args.at}, claimed_at = null
    from digest_runs run, digest_unsubscribes gone
    where run.fleet_id = ${args.fleetId} and run.digest_id = ${args.digestId}
      and deliveries.fleet_id = run.fleet_id and deliveries.digest_run_id = run.id
      and gone.fleet_id = run.fleet_id and gone.digest_id = run.digest_id
      and gone.address = lower(deliveries.receiver) and deliveries.action = 'email'
      and deliveries.state = 'pending' and ${NOT_BEGUN}`.execute(db);
}

/** The facts that decide whether a message of a digest may still be sent. */
interface DigestMessageState {
  readonly isUnsubscribed: boolean;
  readonly period: 'day' | 'week' | 'month';
  /** Time at which the digest's run began. */
  readonly createdAt: Date;
}

/** Returns the facts about a digest's message, or undefined if its run is not stored. */
export async function digestMessageState(
  db: Db,
  { fleetId, id }: Pick<Delivery, 'fleetId' | 'id'>,
): Promise<DigestMessageState | undefined> {
  const { rows } = await sql<DigestMessageState>`
    select run.period, run.created_at, deliveries.action = 'email' and exists (
      select from digest_unsubscribes gone
      where gone.fleet_id = run.fleet_id and gone.digest_id = run.digest_id
        and gone.address = lower(deliveries.receiver)) as is_unsubscribed
    from deliveries join digest_runs run
      on run.fleet_id = deliveries.fleet_id and run.id = deliveries.digest_run_id
    where deliveries.fleet_id = ${fleetId} and deliveries.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Counts a run's messages by state. Messages that were skipped because their recipient unsubscribed are counted as
 * `unsubscribed`.
 */
export async function countDigestMessages(
  db: Db,
  { fleetId, id }: DigestRunKey,
): Promise<Readonly<Partial<Record<DeliveryState | 'unsubscribed', number>>>> {
  const end = sql<DeliveryState | 'unsubscribed'>`
    case when state = 'skipped' and reason = 'unsubscribed' then reason else state end`;
  const rows = await db
    .selectFrom('deliveries')
    .select([end.as('end'), sql<number>`count(*)::int`.as('count')])
    .where((row) => row.and({ fleetId, digestRunId: id }))
    .groupBy(end)
    .execute();
  return Object.fromEntries(rows.map(({ end: name, count }) => [name, count]));
}

/** Returns the messages of several runs, in the order in which they were planned. */
export async function digestMessages(
  db: Db,
  args: { readonly fleetId: string; readonly runIds: readonly string[] },
): Promise<Delivery[]> {
  if (args.runIds.length === 0) return [];
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('digestRunId', 'in', [...args.runIds])
    .orderBy('id')
    .execute();
}

/**
 * Changes the state of a run. A finished run stays unchanged.
 * @param args.from changes the state only from one of these. Default: the states of an unfinished run.
 * @returns whether the state was changed
 */
export async function moveDigestRun(
  db: Db,
  args: DigestRunKey & {
    readonly state: DigestRunState;
    readonly reason?: string | undefined;
    readonly at: Date;
    readonly from?: readonly DigestRunState[];
  },
): Promise<boolean> {
  const { fleetId, id, state, reason = null, at, from = ['gathering', 'sending'] } = args;
  const isOver = state === 'done' || state === 'failed';
  const { numUpdatedRows } = await db
    .updateTable('digestRuns')
    .set({ state, reason, ...(isOver && { settledAt: at }) })
    .where((row) => row.and({ fleetId, id }))
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** One recipient of one digest. Letter case in the address is ignored. */
interface DigestAddress {
  readonly fleetId: string;
  readonly digestId: string;
  readonly address: string;
}

/**
 * Stores that a person unsubscribed from a digest, and skips the person's pending messages. Repeating the call adds no second
 * entry to the audit log.
 */
export async function unsubscribe(db: Db, args: DigestAddress & { readonly at: Date }): Promise<void> {
  const { fleetId, digestId, at } = args;
  const address = args.address.toLowerCase();
  await inTransaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('digestUnsubscribes')
      .values({ fleetId, digestId, address, createdAt: at })
      .onConflict((conflict) => conflict.columns(['fleetId', 'digestId', 'address']).doNothing())
      .executeTakeFirst();
    await skipUnsubscribed(tx, { fleetId, digestId, at });
    if ((numInsertedOrUpdatedRows ?? 0n) > 0n)
      await recordAudit(tx, { ...entry(args), action: 'digest.unsubscribed' });
  });
}

/** Reverses `unsubscribe`: the person receives the digest again. */
export async function subscribeAgain(db: Db, args: DigestAddress & { readonly at: Date }): Promise<void> {
  const { fleetId, digestId } = args;
  await inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('digestUnsubscribes')
      .where((row) => row.and({ fleetId, digestId, address: args.address.toLowerCase() }))
      .executeTakeFirst();
    if (numDeletedRows > 0n) await recordAudit(tx, { ...entry(args), action: 'digest.resubscribed' });
  });
}

function entry({ fleetId, digestId, address, at }: DigestAddress & { readonly at: Date }) {
  return { fleetId, at, who: address, subjectType: 'digest', subjectId: digestId } as const;
}

/** Returns whether an address unsubscribed from a digest. */
export async function isUnsubscribed(
  db: Db,
  { fleetId, digestId, address }: DigestAddress,
): Promise<boolean> {
  const found = await db
    .selectFrom('digestUnsubscribes')
    .select('createdAt')
    .where((row) => row.and({ fleetId, digestId, address: address.toLowerCase() }))
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the addresses that unsubscribed from a digest, in lower case, with the time. */
export async function listUnsubscribed(
  db: Db,
  { fleetId, digestId }: Omit<DigestAddress, 'address'>,
): Promise<readonly { readonly address: string; readonly createdAt: Date }[]> {
  return db
    .selectFrom('digestUnsubscribes')
    .select(['address', 'createdAt'])
    .where((row) => row.and({ fleetId, digestId }))
    .orderBy('address')
    .execute();
}
