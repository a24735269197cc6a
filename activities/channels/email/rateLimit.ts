import { asyncLocalStorage } from '@temporalio/activity';
import {
  acquireFreeSlot,
  countBefore,
  getDelivery,
  groupBurst,
  mayWaitInLine,
  rateLimitKeyOf,
  returnSlot,
} from '../../../store/deliveries/index.ts';
import type { Delivery, Pace } from '../../../store/deliveries/index.ts';
import type { ActivityDependencies, DeliveryInput } from '../../dependencies/index.ts';
import { retryLater } from '../../failures/index.ts';

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
  { isProbe, pace }: { readonly isProbe: boolean; readonly pace: Pace },
): Promise<void> {
  if (isProbe) return;
  const key = { fleetId: input.fleet, id: input.deliveryId };
  const delivery = await getDelivery(deps.db, key);
  if (delivery?.state !== 'pending' || delivery.kind !== 'alert') return;
  const inLine = { delivery, alone: 'critical' as const };
  if (!(await mayWaitInLine(deps.db, inLine))) return;
  const isLast = await takeTurn(deps, { delivery, pace });
  const hadToWait = (asyncLocalStorage.getStore()?.info.attempt ?? 1) > 1;
  if (!hadToWait && !isLast) return;
  await groupBurst(deps.db, { ...inLine, from: FLOOD_FROM, most: FLOOD_MOST, at: deps.now() });
  // Another one may have taken it along meanwhile.
  if ((await getDelivery(deps.db, key))?.state !== 'pending')
    await returnSlot(deps.db, { ...askedFor(deps, { delivery, pace }), at: deps.now() });
}

interface Asked {
  readonly delivery: Delivery;
  readonly pace: Pace;
}

function askedFor(deps: ActivityDependencies, { delivery: { fleetId, receiver }, pace }: Asked) {
  return {
    fleetId,
    channel: rateLimitKeyOf(receiver),
    at: deps.now(),
    pace,
  };
}

/** @returns whether it was the last one there is now */
async function takeTurn(deps: ActivityDependencies, { delivery, pace }: Asked): Promise<boolean> {
  const asked = askedFor(deps, { delivery, pace });
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
