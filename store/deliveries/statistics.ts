import { sql } from 'kysely';
import type { Channel } from '../../rules/channels/index.ts';
import { CHANNEL_NAMES } from '../../rules/channels/index.ts';
import type { Db } from '../db/index.ts';
import type { DeliveryState } from '../tables/index.ts';

/** Number of messages of one channel in one state. */
export interface ChannelCount {
  readonly channel: Channel;
  readonly state: DeliveryState;
  readonly count: number;
}

/**
 * Counts the messages that were planned in a time range, by channel and state.
 * @param args.to exclusive
 */
export async function deliveriesByState(
  db: Db,
  args: { readonly fleetId: string; readonly from: Date; readonly to: Date },
): Promise<ChannelCount[]> {
  const { rows } = await sql<ChannelCount>`
    select action as channel, state, count(*)::int as count
    from deliveries where fleet_id = ${args.fleetId} and planned_at >= ${args.from} and planned_at < ${args.to}
      and action = any(${[...CHANNEL_NAMES]}::text[])
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Times of the last messages of a channel, by outcome. */
export interface ChannelUse {
  readonly channel: Channel;
  /** Time of the last sent message. Null if none was sent. */
  readonly sentAt: Date | null;
  /** Time of the last message stored in the outbox because the channel is not configured. */
  readonly outboxAt: Date | null;
  /** Time of the last failed message. */
  readonly failedAt: Date | null;
}

/** Number of newest messages that are read. The outcome of older messages says nothing about today. */
const NEWEST = 1_000;

/** Returns the times of the last messages by channel, among a fleet's newest messages. Omits channels without a message. */
export async function channelUse(db: Db, fleetId: string): Promise<ChannelUse[]> {
  const { rows } = await sql<ChannelUse>`
    select action as channel,
      max(settled_at) filter (where state = 'sent' and reference ->> 'outbox_id' is null) as sent_at,
      max(settled_at) filter (where reference ->> 'outbox_id' is not null) as outbox_at,
      max(settled_at) filter (where state = 'failed') as failed_at
    from (
      select action, state, reference, settled_at from deliveries
      where fleet_id = ${fleetId} and settled_at is not null order by settled_at desc, id desc limit ${NEWEST}
    ) newest
    where action = any(${[...CHANNEL_NAMES]}::text[]) group by action`.execute(db);
  return rows;
}
