import { originOf, webhookMessage } from '../../../messages/channels/webhook/index.ts';
import { liveGenerations } from '../../../store/deliveries/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import type {
  ActivityDependencies,
  ChannelSender,
  ComposedMessage,
  SendingHold,
} from '../../dependencies/index.ts';
import type { SendResult } from '../../failures/index.ts';
import type { WebhookSender } from './sender.ts';

/** Webhooks as a channel: one signed request for each alert. Without a secret the sender refuses them. */
export function createWebhookChannel({ client }: { readonly client: WebhookSender }): ChannelSender {
  return {
    isConfigured: () => true,
    async deliver(deps, { delivery, content }) {
      const generations = await generationsOf(deps, delivery);
      return {
        asksToBegin: true,
        send: (repeat, hold) =>
          post(deps, client, { delivery, hold, generations, ...content.marked(repeat) }),
      };
    },
  };
}

/** Generations of the receiver's secret that sign now, newest first. */
async function generationsOf(
  { db, now }: ActivityDependencies,
  { fleetId, receiver }: Delivery,
): Promise<readonly number[]> {
  const origin = originOf(receiver);
  // The sender refuses such an address.
  if (origin === undefined) return [];
  const live = await liveGenerations(db, { fleetId, origin, at: now() });
  return live.map(({ generation }) => generation);
}

async function post(
  deps: ActivityDependencies,
  client: WebhookSender,
  it: ComposedMessage & {
    readonly delivery: Delivery;
    readonly hold: SendingHold;
    readonly generations: readonly number[];
  },
): Promise<SendResult> {
  const { message, delivery, hold, generations } = it;
  if ('items' in message || ('kind' in message && message.kind === 'coaching'))
    return { kind: 'refused', reason: 'a webhook takes only one alert', unasked: true };
  const webhook = {
    fleet: delivery.fleetId,
    url: delivery.receiver,
    generations,
    id: `msg_${delivery.deliveryKey}`,
    timestampSeconds: Math.floor(deps.now().getTime() / 1000),
    body: JSON.stringify(webhookMessage(message)),
  };
  return client.send(webhook, hold);
}
