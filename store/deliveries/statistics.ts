import { sql } from 'kysely';
import type { Channel } from '../../rules/channels/index.ts';
import { CHANNEL_NAMES } from '../../rules/channels/index.ts';
import type { Db } from '../db/index.ts';
import type { DeliveryState } from '../tables/index.ts';

/** The number of messages of a channel in a state. */
export interface ChannelCount {
  readonly channel: Channel;
  readonly state: DeliveryState;
  readonly count: number;
}

/** Messages that were planned in a time, by channel and state. @param args.to exclusive */
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

/** The outcome of the newest messages of a channel. */
export interface ChannelUse {
  readonly channel: Channel;
  /** Time of the last sent one; null: none was sent. */
  readonly sentAt: Date | null;
  /** Time of the last one stored in the outbox, because the channel is not configured. */
  readonly outboxAt: Date | null;
  /** Time of the last failure. */
  readonly failedAt: Date | null;
}

/** The number of newest messages that are read, because the outcome of older ones says nothing about today. */
const NEWEST = 1_000;

/** Returns the outcome of a fleet's newest messages by channel, without channels that have no message. */
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
