import { sql } from 'kysely';
import type { Delivery } from './deliveries.ts';
import type { HeldUntil } from './releases.ts';
import type { Db, Tx } from '../db/index.ts';

/** A held message that is to tell what is held for the same channel or mailbox. */
export interface HeldSummary {
  readonly id: string;
  readonly action: string;
  /** The channel, or the mailbox without capitals. */
  readonly mailbox: string;
}

/** What of a fleet is held until an instant, up to the last id that was looked at. */
interface LookedAt extends HeldUntil {
  readonly upTo: string;
}

const MAILBOX = sql`case held.action when 'email' then lower(held.receiver) else held.receiver end`;
const GRAVITY = sql`array_position(array['critical', 'warning', 'info'], alerts.severity)`;
const CARRIES = sql`exists (select from deliveries carried
  where carried.fleet_id = held.fleet_id and carried.carried_by = held.id)`;

function heldMessages({ fleetId, until, upTo }: LookedAt) {
  return sql`held.fleet_id = ${fleetId} and held.state = 'held' and held.release_at <= ${until}
    and held.id <= ${upTo}::bigint and held.kind = 'alert' and held.action in ('slack', 'email')`;
}

/**
 * For each channel and mailbox the held message that goes for all of them: one that carries others already, as an
 * interrupted release leaves it, else that of the gravest alert, then the one planned first.
 */
export async function heldSummaries(db: Db, args: LookedAt): Promise<HeldSummary[]> {
  const { rows } = await sql<HeldSummary>`
    select distinct on (held.action, ${MAILBOX}) held.id, held.action, ${MAILBOX} as mailbox
    from deliveries held
    left join alerts on alerts.fleet_id = held.fleet_id and alerts.id = held.alert_id
    where ${heldMessages(args)}
    order by held.action, ${MAILBOX}, ${CARRIES} desc, ${GRAVITY}, held.id`.execute(db);
  return rows;
}

/** Locks a delivery for this transaction. @returns whether it is still held */
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
 * Ends held messages that another one tells, some at a time, and says of their alerts that somebody is told. What carries
 * others itself is left alone: it goes on its own. @returns how many there were
 */
export async function groupHeld(
  tx: Tx,
  args: LookedAt & { readonly carrier: HeldSummary; readonly limit: number; readonly at: Date },
): Promise<number> {
  const { carrier, at } = args;
  const { rows } = await sql<{ count: number }>`
    with chosen as (
      select held.id from deliveries held
      where ${heldMessages(args)} and held.action = ${carrier.action} and ${MAILBOX} = ${carrier.mailbox}
        and held.id <> ${carrier.id}::bigint and not ${CARRIES}
      limit ${args.limit} for update
    ), carried as (
      update deliveries set state = 'skipped', reason = 'grouped', settled_at = ${at}, carried_by = ${carrier.id}::bigint
      from chosen where deliveries.id = chosen.id
      returning deliveries.alert_id
    ), told as (
      update alerts set state = 'raised', reason = null, detail = null
      where fleet_id = ${args.fleetId} and id in (select alert_id from carried)
    )
    select count(*)::int as count from carried`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What one message tells beside its own alert. */
export interface GroupedDeliveries {
  /** The gravest first, then the oldest. */
  readonly items: Delivery[];
  readonly total: number;
  /** Of how many trips and drivers the whole message tells. */
  readonly trips: number;
  readonly drivers: number;
}

/** The deliveries that a message tells beside its own, and how many there are in all. */
export async function carriedBy(
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
    .where('deliveries.carriedBy', '=', id)
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
    .where((row) => row.or([row('carriedBy', '=', id), row('id', '=', id)]))
    .executeTakeFirstOrThrow();
  return { items, ...counted };
}
