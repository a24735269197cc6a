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

/** Rate limit of one address: a few alerts at once, a flood of them in few e-mails. */
export const MAIL_RATE_LIMIT: RateLimit = { everyMs: 10_000, burst: 5, mostAheadMs: 0 };
/** Number of alerts waiting for one address from which they are grouped into few messages. */
const FLOOD_FROM = 5;
/** Most alerts that are grouped into one e-mail. With its own alert, it holds as many as a message shows. */
const FLOOD_MOST = 39;
/** Most slots that an alert waits for in one go, however many alerts are before it. */
const MOST_SLOTS_AHEAD = 30;

/**
 * Sends an alert back while its address has no free slot. Groups the alerts that wait for an address when one of them had to
 * wait or acquires the last slot. So no recipient finds hundreds of e-mails after an outage.
 * Critical alerts, alerts of unknown outcome and messages that are not alerts (a page, a question, a digest) are sent alone and
 * at once. A probe groups none, so that its unknown outcome concerns only one message.
 * @throws ApplicationFailure (worth a retry) while other messages to this address are before it
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
  // Another alert may have grouped this one meanwhile.
  if ((await getDelivery(deps.db, key))?.state !== 'pending')
    await returnSlot(deps.db, { ...askedFor(deps, { delivery, rateLimit }), at: deps.now() });
}

interface SlotRequest {
  readonly delivery: Delivery;
  readonly rateLimit: RateLimit;
}

function askedFor(deps: ActivityDependencies, { delivery: { fleetId, receiver }, rateLimit }: SlotRequest) {
  return {
    fleetId,
    channel: rateLimitKeyOf(receiver),
    at: deps.now(),
    rateLimit,
  };
}

/** @returns whether it was the last free slot */
async function acquireSlot(
  deps: ActivityDependencies,
  { delivery, rateLimit }: SlotRequest,
): Promise<boolean> {
  const asked = askedFor(deps, { delivery, rateLimit });
  const { everyMs } = asked.rateLimit;
  if (everyMs === 0) return false;
  const slot = await acquireFreeSlot(deps.db, asked);
  if (!('busyMs' in slot)) return slot.isLast;
  // Each slot sends many alerts, so that an alert far behind need not retry for every slot.
  const aSlot = FLOOD_MOST + 1;
  const most = MOST_SLOTS_AHEAD * aSlot;
  const before = await countBefore(deps.db, { delivery, alone: 'critical', most });
  const afterMs = slot.busyMs + Math.floor(before / aSlot) * everyMs;
  return retryLater('mail_rate_limited', 'Waiting behind other messages to this address.', afterMs);
}
