import type { Delivery } from '../../store/deliveries/index.ts';
import type { LookupResult } from './ends.ts';
import type { ChannelLookup, SlackSender } from '../channels/slack/index.ts';

/** Looking for an earlier message begins this long before it was planned: clocks differ. */
const CLOCK_SLACK_SECONDS = 120;

/** Looks in Slack for what an earlier attempt at a delivery may have left. */
export async function lookUpInSlack(
  slack: SlackSender,
  it: {
    readonly delivery: Pick<Delivery, 'deliveryKey' | 'plannedAt'>;
    readonly channel: ChannelLookup;
    readonly threadTs?: string;
  },
): Promise<LookupResult> {
  if (it.channel.kind !== 'found') return it.channel.kind;
  const { deliveryKey, plannedAt } = it.delivery;
  const sinceSeconds = Math.floor(plannedAt.getTime() / 1000) - CLOCK_SLACK_SECONDS;
  const found = await slack.find({
    ...{ channelId: it.channel.channelId, deliveryKey, sinceSeconds },
    ...(it.threadTs !== undefined && { threadTs: it.threadTs }),
  });
  if (found.kind !== 'found') return found.kind;
  const inThread = found.threadTs !== undefined && { thread_ts: found.threadTs };
  return { kind: 'sent', reference: { channel_id: found.channelId, ts: found.ts, ...inThread } };
}
