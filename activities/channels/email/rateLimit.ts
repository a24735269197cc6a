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

/** Default rate limit of one address: five alerts at once, then one e-mail every ten seconds. Further alerts are grouped. */
export const MAIL_RATE_LIMIT: RateLimit = { everyMs: 10_000, burst: 5, mostAheadMs: 0 };
/** Number of alerts waiting for one address from which on they are grouped. */
const FLOOD_FROM = 5;
/** Largest number of alerts that are grouped into another alert's e-mail. Together they are as many as one message shows. */
const FLOOD_MOST = 39;
/** Largest number of slots that an alert waits before it retries, however many alerts are before it. */
const MOST_SLOTS_AHEAD = 30;

/**
 * Acquires a slot for an alert e-mail. If the alert had to wait or acquired the last slot, it groups the alerts that wait for the
 * same address. So no recipient finds hundreds of e-mails after an outage.
 *
 * Critical alerts, alerts with an unknown outcome, and messages that are no alerts (a page, a question, a digest) are sent at
 * once, without a slot. A probe (a delivery that tests the mail server) groups no alerts, so that its unknown outcome concerns
 * only one message.
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
  // Returns the slot if another alert's e-mail now includes this alert.
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

/**
 * Acquires a slot of the address.
 * @returns whether it was the last free slot
 * @throws ApplicationFailure (worth a retry) while no slot is free
 */
async function acquireSlot(
  deps: ActivityDependencies,
  { delivery, rateLimit }: SlotRequest,
): Promise<boolean> {
  const asked = askedFor(deps, { delivery, rateLimit });
  const { everyMs } = asked.rateLimit;
  if (everyMs === 0) return false;
  const slot = await acquireFreeSlot(deps.db, asked);
  if (!('busyMs' in slot)) return slot.isLast;
  // Counts one slot per full e-mail of alerts in front of this one, because each slot sends a whole group of alerts.
  const aSlot = FLOOD_MOST + 1;
  const most = MOST_SLOTS_AHEAD * aSlot;
  const before = await countBefore(deps.db, { delivery, alone: 'critical', most });
  const afterMs = slot.busyMs + Math.floor(before / aSlot) * everyMs;
  return retryLater('mail_rate_limited', 'Waiting behind other messages to this address.', afterMs);
}
