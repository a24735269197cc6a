import { setTimeout as pause } from 'node:timers/promises';
import { asyncLocalStorage } from '@temporalio/activity';
import {
  acquireFreeSlot,
  acquireSlotNow,
  bookSlot,
  countBefore,
  getDelivery,
  groupMessages,
  mayWaitInLine,
  pauseChannel,
  rateLimitKeyOf,
  returnSlot,
} from '../../store/deliveries/index.ts';
import type { Delivery, RateLimit } from '../../store/deliveries/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { retryLater } from '../failures/index.ts';
import type { DeliveryInput } from './outcome.ts';
import type { Attempt } from './withBreaker.ts';

/** What a person gets at one address: a few alerts at once, a flood of them in few e-mails. */
export const MAIL_RATE_LIMIT: RateLimit = { everyMs: 10_000, burst: 5, mostAheadMs: 0 };
/** So many alerts waiting for one address are a flood, and told in few messages. */
const FLOOD_FROM = 5;
/** Alerts taken into one e-mail: with its own as many as a message shows. */
const FLOOD_MOST = 39;
/** Nobody is sent away for more turns than this, however many wait. */
const MOST_SLOTS_AHEAD = 30;

/**
 * Sends an alert away that is not its address's turn yet. After an outage, of whatever, nobody is to find hundreds of single
 * e-mails: an alert that had to wait, or that takes the last turn there is, takes those with it that wait for the same
 * address. What is critical, or of unknown outcome, goes alone and at once, and so does everything that is no alert: a page, a question,
 * a digest. A probe takes none along: should its outcome stay unknown, it is one message whose does.
 * @throws ApplicationFailure (worth a retry) when others to this address are before it
 */
export async function acquireMailSlot(
  deps: ActivityDependencies,
  input: DeliveryInput,
  { isProbe }: Pick<Attempt, 'isProbe'>,
): Promise<void> {
  if (isProbe) return;
  const key = { fleetId: input.fleet, id: input.deliveryId };
  const delivery = await getDelivery(deps.db, key);
  if (delivery?.state !== 'pending' || delivery.kind !== 'alert') return;
  const inLine = { delivery, alone: 'critical' as const };
  if (!(await mayWaitInLine(deps.db, inLine))) return;
  const isLast = await acquireSlot(deps, delivery);
  const hadToWait = (asyncLocalStorage.getStore()?.info.attempt ?? 1) > 1;
  if (!hadToWait && !isLast) return;
  await groupMessages(deps.db, { ...inLine, from: FLOOD_FROM, most: FLOOD_MOST, at: deps.now() });
  // Another one may have taken it along meanwhile.
  if ((await getDelivery(deps.db, key))?.state !== 'pending')
    await returnSlot(deps.db, { ...askedFor(deps, delivery), at: deps.now() });
}

function askedFor(deps: ActivityDependencies, { fleetId, receiver }: Delivery) {
  return {
    fleetId,
    channel: rateLimitKeyOf(receiver),
    at: deps.now(),
    rateLimit: deps.mailRateLimit ?? MAIL_RATE_LIMIT,
  };
}

/** @returns whether it was the last one there is now */
async function acquireSlot(deps: ActivityDependencies, delivery: Delivery): Promise<boolean> {
  const asked = askedFor(deps, delivery);
  const { everyMs } = asked.rateLimit;
  if (everyMs === 0) return false;
  const slot = await acquireFreeSlot(deps.db, asked);
  if (!('busyMs' in slot)) return slot.isLast;
  // Each turn tells many: who is far behind need not ask at every one.
  const aSlot = FLOOD_MOST + 1;
  const most = MOST_SLOTS_AHEAD * aSlot;
  const before = await countBefore(deps.db, { delivery, alone: 'critical', most });
  const afterMs = slot.busyMs + Math.floor(before / aSlot) * everyMs;
  return retryLater('mail_rate_limited', 'Waiting behind other messages to this address.', afterMs);
}

/** Slack's limit: a message a second in a channel, short bursts allowed (docs: "Rate limits", posting messages). */
const SLACK_RATE_LIMIT: RateLimit = { everyMs: 1_000, burst: 5, mostAheadMs: 3_000 };
/** So many alerts waiting for one channel are a burst, and told in one message. */
const SUMMARY_FROM = 5;
/** Alerts taken into one message: with its own as many as a message shows. */
const SUMMARY_MOST = 19;

/**
 * Waits for the delivery's turn in its Slack channel. A page goes before everything else. An alert that had to wait, for
 * its turn or for Slack, and has many alerts waiting behind it, takes them into its message: a burst is grouped, and
 * nothing of it dropped. A probe of a Slack that was unavailable takes none: should its outcome stay unknown, it is one whose does.
 * @throws ApplicationFailure (worth a retry) when the channel is taken for longer than an attempt should wait
 */
export async function acquireSlackSlot(
  deps: ActivityDependencies,
  input: DeliveryInput,
  { isProbe }: Pick<Attempt, 'isProbe'>,
): Promise<void> {
  const rateLimit = deps.slackRateLimit ?? SLACK_RATE_LIMIT;
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

/** Keeps every worker out of a channel for as long as Slack asked. */
export async function pauseSlack(
  deps: ActivityDependencies,
  { fleetId, channel, forMs }: { readonly fleetId: string; readonly channel: string; readonly forMs: number },
): Promise<void> {
  const rateLimit = deps.slackRateLimit ?? SLACK_RATE_LIMIT;
  await pauseChannel(deps.db, { fleetId, channel, until: new Date(deps.now().getTime() + forMs), rateLimit });
}
