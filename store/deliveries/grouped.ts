import { sql } from 'kysely';
import type { Db, Tx } from '../db/index.ts';

/** Key of a summary: a message into which other deliveries are grouped. */
interface SummaryKey {
  readonly fleetId: string;
  readonly id: string;
}

/** Counts the deliveries that are grouped into a message, without the message's own delivery. */
export async function countGrouped(db: Db, { fleetId, id }: SummaryKey): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('fleetId', '=', fleetId)
    .where('groupedInto', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Ends the deliveries grouped into a message that failed or stayed unconfirmed, with the same state. They are not sent
 * separately, because they have the same receiver. A replay of their trips retries them.
 * @returns the ids of their alerts
 */
export async function endGrouped(
  tx: Tx,
  summary: SummaryKey,
  end: { readonly state: 'failed' | 'unconfirmed'; readonly reason: string; readonly at: Date },
): Promise<(string | null)[]> {
  const reason = `The message into which it was grouped is ${end.state}: ${end.reason}`.slice(0, 1_000);
  const ended = await tx
    .updateTable('deliveries')
    .set({ state: end.state, reason, settledAt: end.at })
    .where((row) => row.and({ fleetId: summary.fleetId, groupedInto: summary.id }))
    .where((row) => row.and({ state: 'skipped', reason: 'grouped' }))
    .returning('alertId')
    .execute();
  return ended.map(({ alertId }) => alertId);
}

/**
 * Holds again the deliveries that were grouped into held messages, because these messages are not sent. Each delivery is then
 * evaluated separately. Call it before the messages are ended.
 * @returns the ids of the deliveries that are held again
 */
export async function holdGroupedAgain(
  tx: Tx,
  args: { readonly fleetId: string; readonly ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; alertId: string | null }>`
    update deliveries member
    set state = 'held', reason = summary.reason, settled_at = null, grouped_into = null,
      release_at = coalesce(member.release_at, summary.release_at)
    from deliveries summary
    where summary.fleet_id = ${args.fleetId} and summary.id = any(${[...args.ids]}::bigint[]) and summary.state = 'held'
      and member.fleet_id = summary.fleet_id and member.grouped_into = summary.id
      and member.state = 'skipped' and member.reason = 'grouped'
    returning member.id, member.alert_id`.execute(tx);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  await sql`
    update alerts set state = 'held', reason = held.reason, detail = null
    from deliveries held
    where held.fleet_id = ${args.fleetId} and held.id = any(${ids}::bigint[])
      and alerts.fleet_id = held.fleet_id and alerts.id = held.alert_id and alerts.state = 'raised'
      and not exists (select from deliveries other
        where other.fleet_id = alerts.fleet_id and other.alert_id = alerts.id
          and (other.state in ('pending', 'sent', 'unconfirmed') or other.reason = 'grouped'))`.execute(tx);
  return ids;
}

/** Groups deliveries into a failed message again, because the message was sent after all or is being retried. */
export async function groupAgain(tx: Tx, summary: SummaryKey, at: Date): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ state: 'skipped', reason: 'grouped', settledAt: at })
    .where((row) => row.and({ fleetId: summary.fleetId, groupedInto: summary.id }))
    .where('state', 'in', ['failed', 'unconfirmed'])
    .execute();
}
