import type { Delivery } from '../store/deliveries.ts';
import type { LookResult } from './claimedDelivery.ts';
import type { SlackSender } from './slackSender.ts';

/** Looking for an earlier message begins this long before it was planned: clocks differ. */
const CLOCK_SLACK_SECONDS = 120;

/** Looks in Slack for what an earlier attempt at a delivery may have left. */
export async function lookInSlack(
  slack: SlackSender,
  it: {
    readonly delivery: Pick<Delivery, 'deliveryKey' | 'plannedAt'>;
    /** Undefined: where to look is not known. */
    readonly channelId: string | undefined;
    readonly threadTs?: string;
  },
): Promise<LookResult> {
  if (it.channelId === undefined) return 'unknown';
  const { deliveryKey, plannedAt } = it.delivery;
  const sinceSeconds = Math.floor(plannedAt.getTime() / 1000) - CLOCK_SLACK_SECONDS;
  const found = await slack.find({
    ...{ channelId: it.channelId, deliveryKey, sinceSeconds },
    ...(it.threadTs !== undefined && { threadTs: it.threadTs }),
  });
  if (found.kind !== 'found') return found.kind;
  const inThread = found.threadTs !== undefined && { thread_ts: found.threadTs };
  return { kind: 'sent', reference: { channel_id: found.channelId, ts: found.ts, ...inThread } };
}
