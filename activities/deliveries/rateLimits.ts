import { setTimeout as pause } from 'node:timers/promises';
import { asyncLocalStorage } from '@temporalio/activity';
import {
  acquireFreeSlot,
  acquireSlotNow,
  bookSlot,
  countBefore,
  getDelivery,
  groupBurst,
  mayWaitInLine,
  pauseChannel,
  rateLimitKeyOf,
  returnSlot,
} from '../../store/deliveries/index.ts';
import type { Delivery, Pace } from '../../store/deliveries/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { retryLater } from '../failures/index.ts';
import type { DeliveryInput } from './outcome.ts';
import type { Attempt } from './withBreaker.ts';

/** What a person gets at one address: a few alerts at once, a flood of them in few e-mails. */
export const MAIL_RATE_LIMIT: Pace = { everyMs: 10_000, burst: 5, mostAheadMs: 0 };
/** So many alerts waiting for one address are a flood, and told in few messages. */
const FLOOD_FROM = 5;
/** Alerts taken into one e-mail: with its own as many as a message shows. */
const FLOOD_MOST = 39;
/** Nobody is sent away for more turns than this, however many wait. */
const MOST_TURNS_AWAY = 30;

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
  const isLast = await takeTurn(deps, delivery);
  const hadToWait = (asyncLocalStorage.getStore()?.info.attempt ?? 1) > 1;
  if (!hadToWait && !isLast) return;
  await groupBurst(deps.db, { ...inLine, from: FLOOD_FROM, most: FLOOD_MOST, at: deps.now() });
  // Another one may have taken it along meanwhile.
  if ((await getDelivery(deps.db, key))?.state !== 'pending')
    await returnSlot(deps.db, { ...askedFor(deps, delivery), at: deps.now() });
}

function askedFor(deps: ActivityDependencies, { fleetId, receiver }: Delivery) {
  return {
    fleetId,
    channel: rateLimitKeyOf(receiver),
    at: deps.now(),
    pace: deps.mailPace ?? MAIL_RATE_LIMIT,
  };
}

/** @returns whether it was the last one there is now */
async function takeTurn(deps: ActivityDependencies, delivery: Delivery): Promise<boolean> {
  const asked = askedFor(deps, delivery);
  const { everyMs } = asked.pace;
  if (everyMs === 0) return false;
  const turn = await acquireFreeSlot(deps.db, asked);
  if (!('busyMs' in turn)) return turn.isLast;
  // Each turn tells many: who is far behind need not ask at every one.
  const aTurn = FLOOD_MOST + 1;
  const most = MOST_TURNS_AWAY * aTurn;
  const before = await countBefore(deps.db, { delivery, alone: 'critical', most });
  const afterMs = turn.busyMs + Math.floor(before / aTurn) * everyMs;
  return retryLater('mail_rate_limited', 'Waiting behind other messages to this address.', afterMs);
}

/** Slack's limit: a message a second in a channel, short bursts allowed (docs: "Rate limits", posting messages). */
const SLACK_RATE_LIMIT: Pace = { everyMs: 1_000, burst: 5, mostAheadMs: 3_000 };
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
  { isProbe }: Pick<Attempt, 'isProbe'>,
): Promise<void> {
  const pace = deps.slackPace ?? SLACK_RATE_LIMIT;
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
  { fleetId, channel, forMs }: { readonly fleetId: string; readonly channel: string; readonly forMs: number },
): Promise<void> {
  const pace = deps.slackPace ?? SLACK_RATE_LIMIT;
  await pauseChannel(deps.db, { fleetId, channel, until: new Date(deps.now().getTime() + forMs), pace });
}
