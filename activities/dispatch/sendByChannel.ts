import { CHANNELS, CHANNEL_NAMES } from '../../rules/channels/index.ts';
import type { Channel } from '../../rules/channels/index.ts';
import { getDelivery } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { sendActivity } from '../../workflows/contracts/index.ts';
import type { SendActivity } from '../../workflows/contracts/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies, DeliveryChannel, DeliveryInput } from '../dependencies/index.ts';
import { deliver, composeAlert } from '../deliveries/index.ts';
import { reportAnswers, unlessUnavailable } from '../resilience/index.ts';
import { digestToSend } from '../digests/index.ts';
import { composeDelivery } from './compose.ts';
import { showNewest } from './updateMessages.ts';

/** Activity that carries out one delivery of the ledger. @returns the delivery's state afterwards */
type Send = (input: DeliveryInput) => Promise<string>;

/** Creates the activities that send deliveries, one per channel, such as `sendSlack`. */
export function createMessengers(deps: ActivityDependencies): Readonly<Record<SendActivity, Send>> {
  const senders = CHANNEL_NAMES.map((name): [SendActivity, Send] => [
    sendActivity(name),
    (input) => send(deps, name, input),
  ]);
  return Object.fromEntries(senders) as Record<SendActivity, Send>;
}

/** Sends a delivery over a channel, or stores the message in the outbox when the channel is not configured. */
async function send(deps: ActivityDependencies, channel: Channel, input: DeliveryInput): Promise<string> {
  const sender = deps.channels[channel];
  const compose = (delivery: Delivery): Promise<DeliveryChannel> => composed(deps, channel, delivery);
  if (!sender.isConfigured(deps, input.fleet)) return deliver(deps, input, compose);
  return unlessUnavailable(deps, await aboutOf(deps, channel, input), async (attempt) => {
    await sender.acquireSlot?.(deps, input, attempt);
    return deliver(deps, input, async (delivery) => reportAnswers(attempt, await compose(delivery)));
  });
}

async function composed(
  deps: ActivityDependencies,
  channel: Channel,
  delivery: Delivery,
): Promise<DeliveryChannel> {
  const sender = deps.channels[channel];
  if (delivery.kind === 'digest' && sender.deliverDigest)
    return sender.deliverDigest(deps, await digestToSend(deps, delivery));
  // Composes a single alert for a webhook, although a message to people may group several.
  const isAlone = delivery.kind === 'alert' && CHANNELS[channel].readBy === 'systems';
  const content = await (isAlone ? composeAlert : composeDelivery)(deps, delivery);
  const { fleetId, id } = delivery;
  return sender.deliver(deps, {
    delivery,
    content,
    showNewest: () =>
      showNewest(deps, { fleetId, id, slack: connectionsOf(deps, fleetId).slack, always: true }),
  });
}

/**
 * Returns the receiver of a delivery, with data for its circuit breaker. A page is urgent, because it needs a person's answer. A
 * delivery with an unknown outcome should not be the probe if its channel has no lookup, because a second unknown outcome would
 * end it.
 */
async function aboutOf(deps: ActivityDependencies, channel: Channel, { fleet, deliveryId }: DeliveryInput) {
  const { service: kind, hasLookup, isEachReceiverAService } = CHANNELS[channel];
  const row = (): Promise<Delivery | undefined> => getDelivery(deps.db, { fleetId: fleet, id: deliveryId });
  const how = async () => {
    const found = await row();
    const unknownOutcome = !hasLookup && found !== undefined && found.unknownOutcomeAttempts.length > 0;
    return { urgent: found?.kind === 'incident_page', unknownOutcome };
  };
  return { fleet, kind, how, ...(isEachReceiverAService && { receiver: (await row())?.receiver ?? '' }) };
}
