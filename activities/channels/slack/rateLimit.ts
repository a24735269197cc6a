import { setTimeout as pause } from 'node:timers/promises';
import { asyncLocalStorage } from '@temporalio/activity';
import {
  acquireSlotNow,
  bookSlot,
  getDelivery,
  groupMessages,
  pauseChannel,
  returnSlot,
} from '../../../store/deliveries/index.ts';
import type { RateLimit } from '../../../store/deliveries/index.ts';
import type { ActivityDependencies, DeliveryInput } from '../../dependencies/index.ts';
import { retryLater } from '../../failures/index.ts';

/** Slack's limit: a message a second in a channel, short bursts allowed (docs: "Rate limits", posting messages). */
export const SLACK_RATE_LIMIT: RateLimit = { everyMs: 1_000, burst: 5, mostAheadMs: 3_000 };
/** Number of alerts waiting for one channel from which they are grouped into one message. */
const SUMMARY_FROM = 5;
/** Most alerts that are grouped into one message. With its own alert, it holds as many as a message shows. */
const SUMMARY_MOST = 19;

/**
 * Waits for the delivery's slot in its Slack channel; a page goes before everything else. An alert that had to wait, for its
 * slot or for Slack, groups the many alerts behind it into its message, and none is dropped. A probe of Slack after an outage
 * groups none, so that its unknown outcome concerns only one message.
 * @throws ApplicationFailure (worth a retry) when the channel is busy for longer than an attempt should wait
 */
export async function acquireSlackSlot(
  deps: ActivityDependencies,
  input: DeliveryInput,
  { isProbe, rateLimit }: { readonly isProbe: boolean; readonly rateLimit: RateLimit },
): Promise<void> {
  if (rateLimit.everyMs === 0) return;
  const key = { fleetId: input.fleet, id: input.deliveryId };
  const delivery = await getDelivery(deps.db, key);
  if (delivery?.state !== 'pending') return;
  const { fleetId, receiver: channel, kind } = delivery;
  const asked = { fleetId, channel, at: deps.now(), rateLimit };
  const slot = await (kind === 'incident_page' ? acquireSlotNow : bookSlot)(deps.db, asked);
  if ('busyMs' in slot)
    return retryLater('slack_rate_limited', `Waiting behind other messages in ${channel}.`, slot.busyMs);
  if (slot.waitMs > rateLimit.mostAheadMs)
    return retryLater(
      'slack_rate_limited',
      `Slack asked to wait before the next message in ${channel}.`,
      slot.waitMs,
    );
  if (slot.waitMs > 0) await pause(slot.waitMs);
  if (kind !== 'alert') return;
  if (slot.waitMs > 0 && (await getDelivery(deps.db, key))?.state !== 'pending')
    return returnSlot(deps.db, { ...asked, at: deps.now() });
  const hadToWait = slot.waitMs > 0 || (asyncLocalStorage.getStore()?.info.attempt ?? 1) > 1;
  if (hadToWait && !isProbe)
    await groupMessages(deps.db, { delivery, from: SUMMARY_FROM, most: SUMMARY_MOST, at: deps.now() });
}

/** Pauses a channel for all workers, for as long as Slack requested. */
export async function pauseSlack(
  deps: ActivityDependencies,
  it: {
    readonly fleetId: string;
    readonly channel: string;
    readonly forMs: number;
    readonly rateLimit: RateLimit;
  },
): Promise<void> {
  const { fleetId, channel, forMs, rateLimit } = it;
  await pauseChannel(deps.db, { fleetId, channel, until: new Date(deps.now().getTime() + forMs), rateLimit });
}
