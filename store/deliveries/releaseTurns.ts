import { sql } from 'kysely';
import type { HeldUntil } from './releases.ts';
import type { Db } from '../db/index.ts';
import type { DeliveryAction } from '../tables/index.ts';

/** Messages to one host of webhooks under way at once: one that is away takes no more places from others. */
const OF_A_HOST = 25;
/** Messages by one other way, such as e-mail, under way at once: most are to receivers of their own. */
const OF_A_WAY = 150;

/**
 * What of that which was let go by an instant is to be carried out next, beside what is under way: people before webhooks,
 * hosts of webhooks in turn, oldest first. Of what is for one host, or goes one way, only so much is under way at once.
 * @param args.underWay ids that take places and are not answered
 * @param args.leftOut ids that count for nothing
 * @returns at most `limit`; `more`: others are pending, whether or not it is their turn
 */
export async function releasedInTurn(
  db: Db,
  args: HeldUntil & {
    readonly limit: number;
    readonly underWay: readonly string[];
    readonly leftOut: readonly string[];
  },
): Promise<{ deliveries: { id: string; action: DeliveryAction }[]; more: boolean }> {
  const { rows } = await sql<{ id: string; action: DeliveryAction; inTurn: boolean }>`
    with pending as (
      select id, action, id = any(${[...args.underWay]}::bigint[]) as going,
        case action when 'webhook' then lower(substring(receiver from '//([^/?#]*)')) end as host
      from deliveries
      where fleet_id = ${args.fleetId} and state = 'pending' and release_at <= ${args.until}
        and id <> all(${[...args.leftOut]}::bigint[])),
    placed as (
      select *, row_number() over (partition by action, host order by going desc, id) as place from pending)
    select id, action, place <= case action when 'webhook' then ${OF_A_HOST}::int else ${OF_A_WAY}::int end as in_turn
    from placed where not going
    order by in_turn desc, action = 'webhook', place, id limit ${args.limit + 1}`.execute(db);
  const deliveries = rows.filter(({ inTurn }) => inTurn).slice(0, args.limit);
  return {
    deliveries: deliveries.map(({ id, action }) => ({ id, action })),
    more: rows.length > deliveries.length,
  };
}
