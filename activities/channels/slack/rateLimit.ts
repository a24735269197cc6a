import { setTimeout as pause } from 'node:timers/promises';
import { asyncLocalStorage } from '@temporalio/activity';
import {
  acquireSlotNow,
  bookSlot,
  getDelivery,
  groupBurst,
  pauseChannel,
  returnSlot,
} from '../../../store/deliveries/index.ts';
import type { Pace } from '../../../store/deliveries/index.ts';
import type { ActivityDependencies, DeliveryInput } from '../../dependencies/index.ts';
import { retryLater } from '../../failures/index.ts';

/** Slack's limit: a message a second in a channel, short bursts allowed (docs: "Rate limits", posting messages). */
export const SLACK_RATE_LIMIT: Pace = { everyMs: 1_000, burst: 5, mostAheadMs: 3_000 };
/** So many alerts waiting for one channel are a burst, and told in one message. */
const BURST_FROM = 5;
/** Alerts taken into one message: with its own as many as a message shows. */
const BURST_MOST = 19;

/**
 * Waits for the delivery's turn in its Slack channel. A page goes before everything else. An alert that had to wait, for
 * its turn or for Slack, and has many alerts waiting behind it, takes them into its message: a burst is grouped, and
 * nothing of it dropped. A probe of a Slack that was unavailable takes none: should its outcome stay unknown, it is one whose does.
 * @throws ApplicationFailure (worth a retry) when the channel is taken for longer than an attempt should wait
 */
export async function acquireSlackSlot(
  deps: ActivityDependencies,
  input: DeliveryInput,
  { isProbe, pace }: { readonly isProbe: boolean; readonly pace: Pace },
): Promise<void> {
  if (pace.everyMs === 0) return;
  const key = { fleetId: input.fleet, id: input.deliveryId };
  const delivery = await getDelivery(deps.db, key);
  if (delivery?.state !== 'pending') return;
  const { fleetId, receiver: channel, kind } = delivery;
  const asked = { fleetId, channel, at: deps.now(), pace };
  const turn = await (kind === 'incident_page' ? acquireSlotNow : bookSlot)(deps.db, asked);
  if ('busyMs' in turn)
    return retryLater('slack_rate_limited', `Waiting behind other messages in ${channel}.`, turn.busyMs);
  if (turn.waitMs > pace.mostAheadMs)
    return retryLater(
      'slack_rate_limited',
      `Slack asked to wait before the next message in ${channel}.`,
      turn.waitMs,
    );
  if (turn.waitMs > 0) await pause(turn.waitMs);
  if (kind !== 'alert') return;
  if (turn.waitMs > 0 && (await getDelivery(deps.db, key))?.state !== 'pending')
    return returnSlot(deps.db, { ...asked, at: deps.now() });
  const hadToWait = turn.waitMs > 0 || (asyncLocalStorage.getStore()?.info.attempt ?? 1) > 1;
  if (hadToWait && !isProbe)
    await groupBurst(deps.db, { delivery, from: BURST_FROM, most: BURST_MOST, at: deps.now() });
}

/** Keeps every worker out of a channel for as long as Slack asked. */
export async function pauseSlack(
  deps: ActivityDependencies,
  it: {
    readonly fleetId: string;
    readonly channel: string;
    readonly forMs: number;
    readonly pace: Pace;
  },
): Promise<void> {
  const { fleetId, channel, forMs, pace } = it;
  await pauseChannel(deps.db, { fleetId, channel, until: new Date(deps.now().getTime() + forMs), pace });
}
