import { catchUpMillis } from '../rules/digestTimes.ts';
import type { Delivery } from '../store/deliveries.ts';
import { digestMessageStanding } from '../store/digestDeliveries.ts';
import type { ActivityDependencies } from './dependencies.ts';

/**
 * Why a digest is not to be sent to its receiver any more: `unsubscribed`, or `too_late`, when the receiver's mail server or
 * Slack was away for so long that the next one is nearer. Undefined: it is to be sent.
 */
export async function whyDigestIsNeedless(
  { db, now }: Pick<ActivityDependencies, 'db' | 'now'>,
  delivery: Pick<Delivery, 'fleetId' | 'id'>,
): Promise<'unsubscribed' | 'too_late' | undefined> {
  const standing = await digestMessageStanding(db, delivery);
  if (!standing) return undefined;
  if (standing.isUnsubscribed) return 'unsubscribed';
  const age = now().getTime() - standing.createdAt.getTime();
  return age > catchUpMillis(standing) ? 'too_late' : undefined;
}
