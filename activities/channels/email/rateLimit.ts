import { asyncLocalStorage } from '@temporalio/activity';
import {
  acquireFreeSlot,
  countBefore,
  getDelivery,
  groupMessages,
  mayWaitInLine,
  rateLimitKeyOf,
  returnSlot,
} from '../../../store/deliveries/index.ts';
import type { Delivery, RateLimit } from '../../../store/deliveries/index.ts';
import type { ActivityDependencies, DeliveryInput } from '../../dependencies/index.ts';
import { retryLater } from '../../failures/index.ts';

/** What a person gets at one address: a few alerts at once, a flood of them in few e-mails. */
export const MAIL_RATE_LIMIT: RateLimit = { everyMs: 10_000, burst: 5, mostAheadMs: 0 };
/** So many alerts waiting for one address are a flood, and grouped into few messages. */
const FLOOD_FROM = 5;
/** Alerts taken into one e-mail: with its own as many as a message shows. */
const FLOOD_MOST = 39;
/** No alert is sent back for more slots than this, however many wait. */
const MOST_SLOTS_AHEAD = 30;

/**
 * Sends an alert back for which its address has no free slot yet. After an outage, no recipient should find hundreds of single
 * e-mails: an alert that had to wait, or that takes the last slot there is, takes those with it that wait for the same
 * address. What is critical, or of unknown outcome, goes alone and at once, and so does everything that is no alert: a page, a question,
 * a digest. A probe takes none along: should its outcome stay unknown, it is one message whose does.
 * @throws ApplicationFailure (worth a retry) when others to this address are before it
 */
export async function acquireMailSlot(
  deps: ActivityDependencies,
  input: DeliveryInput,
  { isProbe, rateLimit }: { readonly isProbe: boolean; readonly rateLimit: RateLimit },
): Promise<void> {
  if (isProbe) return;
  const key = { fleetId: input.fleet, id: input.deliveryId };
  const delivery = await getDelivery(deps.db, key);
  if (delivery?.state !== 'pending' || delivery.kind !== 'alert') return;
  const inLine = { delivery, alone: 'critical' as const };
  if (!(await mayWaitInLine(deps.db, inLine))) return;
  const isLast = await acquireSlot(deps, { delivery, rateLimit });
  const hadToWait = (asyncLocalStorage.getStore()?.info.attempt ?? 1) > 1;
  if (!hadToWait && !isLast) return;
  await groupMessages(deps.db, { ...inLine, from: FLOOD_FROM, most: FLOOD_MOST, at: deps.now() });
  // Another one may have taken it along meanwhile.
  if ((await getDelivery(deps.db, key))?.state !== 'pending')
    await returnSlot(deps.db, { ...askedFor(deps, { delivery, rateLimit }), at: deps.now() });
}

interface Asked {
  readonly delivery: Delivery;
  readonly rateLimit: RateLimit;
}

function askedFor(deps: ActivityDependencies, { delivery: { fleetId, receiver }, rateLimit }: Asked) {
  return {
    fleetId,
    channel: rateLimitKeyOf(receiver),
    at: deps.now(),
    rateLimit,
  };
}

/** @returns whether it was the last one there is now */
async function acquireSlot(deps: ActivityDependencies, { delivery, rateLimit }: Asked): Promise<boolean> {
  const asked = askedFor(deps, { delivery, rateLimit });
  const { everyMs } = asked.rateLimit;
  if (everyMs === 0) return false;
  const slot = await acquireFreeSlot(deps.db, asked);
  if (!('busyMs' in slot)) return slot.isLast;
  // Each slot sends many: an alert far behind need not ask for every one.
  const aSlot = FLOOD_MOST + 1;
  const most = MOST_SLOTS_AHEAD * aSlot;
  const before = await countBefore(deps.db, { delivery, alone: 'critical', most });
  const afterMs = slot.busyMs + Math.floor(before / aSlot) * everyMs;
  return retryLater('mail_rate_limited', 'Waiting behind other messages to this address.', afterMs);
}
