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

/**
 * Slack's rate limit: one message per second in a channel, with short bursts (Slack's documentation: "Rate limits", posting
 * messages).
 */
export const SLACK_RATE_LIMIT: RateLimit = { everyMs: 1_000, burst: 5, mostAheadMs: 3_000 };
/** Number of alerts waiting for one channel from which on they are grouped. */
const SUMMARY_FROM = 5;
/** Largest number of alerts that are grouped into another alert's message. Together they are as many as one message shows. */
const SUMMARY_MOST = 19;

/**
 * Waits for the delivery's slot in its Slack channel. A page gets the next slot, before all other messages. An alert that had to
 * wait groups the alerts behind it into its own message, so that none is dropped.
 *
 * A probe (a delivery that tests Slack after an outage) groups no alerts, so that its unknown outcome concerns only one message.
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
