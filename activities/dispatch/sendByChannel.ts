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

/** Carries out one delivery of the ledger. @returns its state afterwards */
type Send = (input: DeliveryInput) => Promise<string>;

/** Activities that notify people and systems, one for each channel, such as `sendSlack`. */
export function createMessengers(deps: ActivityDependencies): Readonly<Record<SendActivity, Send>> {
  const senders = CHANNEL_NAMES.map((name): [SendActivity, Send] => [
    sendActivity(name),
    (input) => send(deps, name, input),
  ]);
  return Object.fromEntries(senders) as Record<SendActivity, Send>;
}

/** Sends over a channel, or puts the message into the outbox when the channel is not configured. */
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
  // A webhook contains one alert, even where a message to people groups several.
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
 * Returns the receiver of a delivery, with facts for its breaker. A page is urgent, because a person waits for it. A delivery
 * of unknown outcome without a lookup should not be the probe, because another unknown outcome ends it.
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
