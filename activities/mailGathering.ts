import { asyncLocalStorage } from '@temporalio/activity';
import { gatherBurst } from '../store/bursts.ts';
import { getDelivery } from '../store/deliveries.ts';
import type { DeliveryInput } from './claimedDelivery.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { Attempt } from './unlessAway.ts';

/** So many alerts waiting for one address are a flood, and told in few messages. */
const FLOOD_FROM = 5;
/** Alerts taken into one e-mail: with its own as many as a message shows. */
const FLOOD_MOST = 39;

/**
 * After an outage of the mail server nobody is to find hundreds of single e-mails: an alert that could not be sent at once
 * takes those with it that wait for the same address. What is critical goes alone, and so does everything that is no alert: a
 * page, a question, a digest. A probe takes none along: should its outcome stay in doubt, it is one message that does.
 */
export async function gatherMails(
  deps: ActivityDependencies,
  input: DeliveryInput,
  { isProbe }: Pick<Attempt, 'isProbe'>,
): Promise<void> {
  const hadToWait = (asyncLocalStorage.getStore()?.info.attempt ?? 1) > 1;
  if (isProbe || !hadToWait) return;
  const delivery = await getDelivery(deps.db, { fleetId: input.fleet, id: input.deliveryId });
  if (delivery?.state !== 'pending' || delivery.kind !== 'alert') return;
  const flood = { from: FLOOD_FROM, most: FLOOD_MOST, alone: 'critical' as const };
  await gatherBurst(deps.db, { delivery, ...flood, at: deps.now() });
}
