import { originOf, shortenedWebhook, webhookMessage } from '../../../messages/channels/webhook/index.ts';
import { isOutOfUse, liveGenerations, putOutOfUse } from '../../../store/deliveries/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import type {
  ActivityDependencies,
  ChannelSender,
  ComposedMessage,
  SendingHold,
} from '../../dependencies/index.ts';
import { isTooLong } from '../../failures/index.ts';
import type { SendResult } from '../../failures/index.ts';
import { hostOf } from '../../resilience/index.ts';
import type { WebhookSender, WebhookTimeLimits } from './sender.ts';

/** Time limits for sending a shorter body after a 413, so that both requests together end within the activity's time. */
const SHORTER_TIME_LIMITS: WebhookTimeLimits = { beforeRequestMs: 4_000, answerMs: 8_000 };
const OUT_OF_USE =
  'the address is out of use, because its receiver answered 410: publish a document that names it to use it again';

/**
 * Creates the webhook channel. It sends one signed request per alert. If no signing secret is configured, it refuses all alerts.
 */
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

/**
 * Returns the numbers of the recipient's secrets that currently sign (its generations), newest first. While a secret is being
 * replaced, two of them sign.
 */
async function generationsOf(
  { db, now }: ActivityDependencies,
  { fleetId, receiver }: Delivery,
): Promise<readonly number[]> {
  const origin = originOf(receiver);
  // Returns no secret for an address without an origin, because the sender refuses such an address.
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
  const key = { fleetId: delivery.fleetId, address: delivery.receiver };
  if (await isOutOfUse(deps.db, key)) return { kind: 'refused', reason: OUT_OF_USE, unasked: true };
  const body = webhookMessage(message);
  const webhook = {
    fleet: delivery.fleetId,
    url: delivery.receiver,
    generations,
    id: `msg_${delivery.deliveryKey}`,
    timestampSeconds: Math.floor(deps.now().getTime() / 1000),
    body: JSON.stringify(body),
  };
  const whole = await client.send(webhook, hold);
  const shorter = { ...webhook, body: JSON.stringify(shortenedWebhook(body)) };
  const result = isTooLong(whole) ? await client.send(shorter, hold, SHORTER_TIME_LIMITS) : whole;
  if (result.kind === 'refused' && result.gone) {
    await putOutOfUse(deps.db, { ...key, at: deps.now() });
    await deps.alarms.raise(delivery.fleetId, 'webhook_gone', hostOf(delivery.receiver));
  }
  return result;
}
