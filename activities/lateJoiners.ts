import { fingerprintOfCarried } from '../store/carried.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { Tellable } from './alertMessage.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { SendResult } from './failure.ts';
import { tellDelivery } from './roundupMessage.ts';

/** Nothing is sent while it is not known whether that would be all. */
export const NOT_READ_AGAIN: SendResult = {
  kind: 'not_sent',
  reason: 'what it tells could not be read again',
  unasked: true,
};

/**
 * A message is put together before its claim. Until then another attempt, on another worker, may have taken more alerts of a
 * flood into it; from the claim on nobody does. And who is erased goes out of it. Sent as it was, it would leave some out, or tell
 * of somebody who is forgotten: however many it carries, it is put together anew when they are others, and a budget's summary
 * always is.
 * @param content what was put together before the claim
 * @returns what the message has to say; undefined when that could not be read
 */
export async function withAllItCarries(
  deps: ActivityDependencies,
  delivery: Delivery,
  content: Tellable,
): Promise<Tellable | undefined> {
  if (content.carries === undefined && delivery.kind !== 'budget_summary') return content;
  try {
    if (content.carries === undefined) return await tellDelivery(deps, delivery);
    const isSame = (await fingerprintOfCarried(deps.db, delivery)) === content.carries;
    return isSame ? content : await tellDelivery(deps, delivery);
  } catch {
    return undefined;
  }
}
