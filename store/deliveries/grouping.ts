import { sql } from 'kysely';
import { CHANNELS, CHANNEL_NAMES, PEOPLE_CHANNELS } from '../../rules/channels/index.ts';
import { withFleetLock } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { Delivery } from './deliveries.ts';
import { countGrouped } from './grouped.ts';
import type { HeldUntil } from './releases.ts';

/** A held message into which other held messages to the same channel or mailbox are grouped. */
export interface HeldSummary {
  readonly id: string;
  readonly action: string;
  /** The Slack channel, or the e-mail address in lower case. */
  readonly mailbox: string;
}

/** The deliveries of a fleet that are held until an instant at the latest. `upTo` is the last id that was checked. */
interface HeldUpTo extends HeldUntil {
  readonly upTo: string;
}

const IGNORE_CASE = CHANNEL_NAMES.filter((name) => CHANNELS[name].ignoresCase);
const MAILBOX = sql`case when held.action in (${sql.join(IGNORE_CASE.map((name) => sql.lit(name)))}) then lower(held.receiver) else held.receiver end`;
const GRAVITY = sql`array_position(array['critical', 'warning', 'info'], alerts.severity)`;
const HAS_GROUPED = sql`exists (select from deliveries member
  where member.fleet_id = held.fleet_id and member.grouped_into = held.id)`;

function heldMessages({ fleetId, until, upTo }: HeldUpTo) {
  return sql`held.fleet_id = ${fleetId} and held.state = 'held' and held.release_at <= ${until}
    and held.id <= ${upTo}::bigint and held.kind = 'alert' and held.action in (${sql.join([...PEOPLE_CHANNELS])})`;
}

/**
 * Returns one held message per channel and mailbox, into which the others are grouped. Prefers a message that already groups
 * others (after an interrupted release), then the most severe alert, then the message planned first.
 */
export async function heldSummaries(db: Db, args: HeldUpTo): Promise<HeldSummary[]> {
  const { rows } = await sql<HeldSummary>`
    select distinct on (held.action, ${MAILBOX}) held.id, held.action, ${MAILBOX} as mailbox
    from deliveries held
    left join alerts on alerts.fleet_id = held.fleet_id and alerts.id = held.alert_id
    where ${heldMessages(args)}
    order by held.action, ${MAILBOX}, ${HAS_GROUPED} desc, ${GRAVITY}, held.id`.execute(db);
  return rows;
}

/**
 * Locks a delivery for this transaction.
 * @returns whether the delivery is still held
 */
export async function lockHeld(
  tx: Tx,
  key: { readonly fleetId: string; readonly id: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('deliveries')
    .select('id')
    .where((where) => where.and({ ...key, state: 'held' }))
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Groups up to `limit` held messages into another message, and marks their alerts as sent. Skips messages that group others,
 * because those are sent separately.
 * @returns the number of messages grouped by this call
 */
export async function groupHeld(
  tx: Tx,
  args: HeldUpTo & { readonly summary: HeldSummary; readonly limit: number; readonly at: Date },
): Promise<number> {
  const { summary, at } = args;
  const { rows } = await sql<{ count: number }>`
    with chosen as (
      select held.id from deliveries held
      where ${heldMessages(args)} and held.action = ${summary.action} and ${MAILBOX} = ${summary.mailbox}
        and held.id <> ${summary.id}::bigint and not ${HAS_GROUPED}
      limit ${args.limit} for update
    ), member as (
      update deliveries set state = 'skipped', reason = 'grouped', settled_at = ${at}, grouped_into = ${summary.id}::bigint
      from chosen where deliveries.id = chosen.id
      returning deliveries.alert_id
    ), noted as (
      update alerts set state = 'raised', reason = null, detail = null
      where fleet_id = ${args.fleetId} and id in (select alert_id from member)
    )
    select count(*)::int as count from member`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The deliveries that are grouped into one message, without the message's own delivery. */
export interface GroupedDeliveries {
  /** The most severe first, then the oldest. */
  readonly items: Delivery[];
  readonly total: number;
  /** Distinct trips and drivers of the whole message, including the message's own alert. */
  readonly trips: number;
  readonly drivers: number;
}

/** Returns up to `limit` deliveries that are grouped into a message, and their total number. */
export async function groupedInto(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly limit: number },
): Promise<GroupedDeliveries> {
  const { fleetId, id, limit } = args;
  const items = await db
    .selectFrom('deliveries')
    .leftJoin('alerts', (join) =>
      join.onRef('alerts.fleetId', '=', 'deliveries.fleetId').onRef('alerts.id', '=', 'deliveries.alertId'),
    )
    .selectAll('deliveries')
    .where('deliveries.fleetId', '=', fleetId)
    .where('deliveries.groupedInto', '=', id)
    .orderBy(GRAVITY)
    .orderBy('deliveries.id')
    .limit(limit)
    .execute();
  const counted = await db
    .selectFrom('deliveries')
    .select([
      sql<number>`count(*)::int - 1`.as('total'),
      sql<number>`count(distinct (driver_id, trip_id))::int`.as('trips'),
      sql<number>`count(distinct driver_id)::int`.as('drivers'),
    ])
    .where('fleetId', '=', fleetId)
    .where((row) => row.or([row('groupedInto', '=', id), row('id', '=', id)]))
    .executeTakeFirstOrThrow();
  return { items, ...counted };
}

/** An alert's delivery that may wait to be grouped with others for the same channel or address. */
interface InLine {
  readonly delivery: Pick<Delivery, 'id' | 'fleetId' | 'receiver' | 'action'>;
  /** Alerts of this severity are never grouped. */
  readonly alone?: 'critical';
}

/** Limits for grouping a flood of deliveries into one message. */
interface Gathering extends InLine {
  /** Minimum number of waiting deliveries that make a flood. */
  readonly from: number;
  /**
   * Maximum number of deliveries grouped into the message, the oldest first. Deliveries that an earlier attempt grouped are
   * included in this number.
   */
  readonly most: number;
  readonly at: Date;
}

/**
 * A condition on deliveries: certainly no message was sent, because there was no attempt, or every attempt is known to have sent
 * nothing.
 */
const UNTOLD = sql<boolean>`claimed_at is null and cardinality(unknown_outcome_attempts) = 0 and not possible_repeat`;

/**
 * Groups waiting alerts for the same channel or address into the message that is sent next, if they are a flood. Includes only
 * deliveries that certainly were not sent, because the content of a sent message never changes.
 * @returns the number of alerts grouped by this call
 */
export async function groupMessages(db: Db, args: Gathering): Promise<number> {
  const { fleetId, receiver, action, id } = args.delivery;
  // One call at a time. A concurrent call could not see what this one has grouped, and could group this very message into its
  // own.
  const purpose = JSON.stringify(['gathering', action, receiver]);
  return withFleetLock(db, { fleetId, purpose }, async (tx) => {
    const room = args.most - (await groupedSoFar(tx, args));
    if (room <= 0) return 0;
    const waiting = await tx
      .selectFrom('deliveries')
      .select('id')
      .where((row) => row.and({ fleetId, receiver, action, kind: 'alert', state: 'pending' }))
      .where(UNTOLD)
      .where('id', '!=', id)
      // Excludes messages that already group others, because those are sent separately.
      .where(
        sql<boolean>`not exists (select from deliveries member
        where member.fleet_id = deliveries.fleet_id and member.grouped_into = deliveries.id)`,
      )
      .where(goesWithOthers(args.alone))
      .orderBy('id')
      .limit(room)
      .forUpdate()
      .skipLocked()
      .execute();
    if (waiting.length < args.from) return 0;
    await tx
      .updateTable('deliveries')
      .set({ state: 'skipped', reason: 'grouped', settledAt: args.at, groupedInto: id })
      .where('fleetId', '=', fleetId)
      .where(
        'id',
        'in',
        waiting.map((each) => each.id),
      )
      .execute();
    return waiting.length;
  });
}

/** Returns whether an alert may wait to be grouped: certainly nothing of it was sent, and its severity allows grouping. */
export async function mayWaitInLine(db: Db, { delivery: { fleetId, id }, alone }: InLine): Promise<boolean> {
  const found = await db
    .selectFrom('deliveries')
    .select('id')
    .where((row) => row.and({ fleetId, id, kind: 'alert', state: 'pending' }))
    .where(UNTOLD)
    .where(goesWithOthers(alone))
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts the deliveries for the same receiver that were planned before an alert and can be grouped, up to `most`. */
export async function countBefore(db: Db, args: InLine & { readonly most: number }): Promise<number> {
  const { fleetId, receiver, action, id } = args.delivery;
  const before = await db
    .selectFrom('deliveries')
    .select('id')
    .where((row) => row.and({ fleetId, receiver, action, kind: 'alert', state: 'pending' }))
    .where(UNTOLD)
    .where('id', '<', id)
    .where(goesWithOthers(args.alone))
    .limit(args.most)
    .execute();
  return before.length;
}

/**
 * Locks the message.
 * @returns the number of deliveries grouped into the message. `Infinity` means that no more may be grouped, because the message
 * may have been sent.
 */
async function groupedSoFar(tx: Tx, { delivery: { fleetId, id }, alone }: Gathering): Promise<number> {
  const summary = await tx
    .selectFrom('deliveries')
    .select('id')
    .where((row) => row.and({ fleetId, id, state: 'pending' }))
    .where(UNTOLD)
    .where(goesWithOthers(alone))
    .forUpdate()
    .executeTakeFirst();
  if (!summary) return Infinity;
  return countGrouped(tx, { fleetId, id });
}

function goesWithOthers(alone: 'critical' | undefined) {
  return alone === undefined
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from alerts
        where alerts.fleet_id = deliveries.fleet_id and alerts.id = deliveries.alert_id and alerts.severity = ${alone})`;
}
