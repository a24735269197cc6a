import { originOf, webhookMessage } from '../../messages/channels/webhook/index.ts';
import { TRIP_PICTURE_CONTENT_ID, messageId } from '../../messages/format/index.ts';
import { emailMessage, slackMessage } from '../../messages/message.ts';
import type { Message } from '../../messages/message.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { getDelivery, liveGenerations } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { noteShown } from '../../store/incidents/index.ts';
import { domainOf } from '../channels/email/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import {
  acquireMailSlot,
  acquireSlackSlot,
  carryOut,
  composeAlert,
  heardBy,
  intoOutbox,
  outboxThread,
  unlessUnavailable,
} from '../deliveries/index.ts';
import type {
  ComposedMessage,
  DeliveryChannel,
  DeliveryInput,
  SendingHold,
  UnmarkedMessage,
} from '../deliveries/index.ts';
import { createDigestChannels } from '../digests/index.ts';
import type { SendResult } from '../failures/index.ts';
import { composeDelivery } from './compose.ts';
import { slackDeliveryChannel } from './slack.ts';

/** Activities that notify people and systems, one a channel; each carries out one delivery of the ledger. */
export function createMessengers(deps: ActivityDependencies) {
  const digests = createDigestChannels(deps);
  async function intoSlackOutbox(delivery: Delivery): Promise<DeliveryChannel> {
    if (delivery.kind === 'digest') return digests.slack(delivery);
    const content = await composeDelivery(deps, delivery);
    return {
      send: (repeat) => slackToOutbox(deps, delivery, content.marked(repeat)),
      attach: () => noteContent(deps, delivery, content),
    };
  }
  async function byMail(delivery: Delivery): Promise<DeliveryChannel> {
    if (delivery.kind === 'digest') return digests.email(delivery);
    const content = await composeDelivery(deps, delivery);
    return {
      ...(deps.mail && { asksToBegin: true }),
      send: (repeat, hold) => sendMail(deps, delivery, { ...content.marked(repeat), hold }),
    };
  }
  return {
    /** Posts to Slack, or puts the message into the outbox when the fleet has no Slack app. */
    async sendSlack(input: DeliveryInput): Promise<string> {
      const { slack } = connectionsOf(deps, input.fleet);
      if (!slack) return carryOut(deps, input, intoSlackOutbox);
      return unlessUnavailable(deps, aboutOf(deps, input, 'slack'), async (attempt) => {
        await acquireSlackSlot(deps, input, attempt);
        return carryOut(deps, input, async (delivery) => {
          if (delivery.kind === 'digest') return heardBy(attempt, await digests.slack(delivery));
          const content = await composeDelivery(deps, delivery);
          return heardBy(attempt, await slackDeliveryChannel(deps, { slack, delivery, content }));
        });
      });
    },
    /** Sends one e-mail to one receiver, or puts it into the outbox when no mail server is configured. */
    async sendEmail(input: DeliveryInput): Promise<string> {
      if (!deps.mail) return carryOut(deps, input, byMail);
      return unlessUnavailable(deps, aboutOf(deps, input, 'smtp'), async (attempt) => {
        await acquireMailSlot(deps, input, attempt);
        return carryOut(deps, input, async (delivery) => heardBy(attempt, await byMail(delivery)));
      });
    },
    /** Sends a signed webhook. */
    async sendWebhook(input: DeliveryInput): Promise<string> {
      const row = await getDelivery(deps.db, { fleetId: input.fleet, id: input.deliveryId });
      const about = { ...aboutOf(deps, input, 'webhook'), receiver: row?.receiver ?? '' };
      return unlessUnavailable(deps, about, (attempt) =>
        carryOut(deps, input, async (delivery) => {
          // A webhook tells one alert, whatever a message to people carries beside it.
          const content = await (delivery.kind === 'alert' ? composeAlert : composeDelivery)(deps, delivery);
          const generations = await generationsOf(deps, delivery);
          return heardBy(attempt, {
            asksToBegin: true,
            send: (repeat, hold) =>
              postWebhook(deps, delivery, { ...content.marked(repeat), hold, generations }),
          });
        }),
      );
    },
  };
}

/**
 * Whom a delivery asks. Somebody waits for a page. One of unknown outcome without a lookup is given up when it is
 * unclear again: better one that was not tried yet finds out whether the receiver is back.
 */
function aboutOf<K extends 'slack' | 'smtp' | 'webhook'>(
  deps: ActivityDependencies,
  { fleet, deliveryId }: DeliveryInput,
  kind: K,
) {
  const how = async () => {
    const row = await getDelivery(deps.db, { fleetId: fleet, id: deliveryId });
    const unknownOutcome = kind !== 'slack' && row !== undefined && row.unknownOutcomeAttempts.length > 0;
    return { urgent: row?.kind === 'incident_page', unknownOutcome };
  };
  return { fleet, kind, how };
}

async function slackToOutbox(
  deps: ActivityDependencies,
  delivery: Delivery,
  { message, drawPicture }: ComposedMessage,
): Promise<SendResult> {
  const { text, blocks } = slackMessage(message);
  const sent = await intoOutbox(deps, delivery, {
    channel: 'slack',
    text,
    blocks: blocks as unknown as JsonObject[],
    picture: drawPicture?.(),
    possibleRepeat: message.possibleRepeat,
  });
  return { ...sent, reference: { ...sent.reference, ...(await outboxThread(deps, delivery)) } };
}

/** What a message in the outbox shows, so that it is known when there is something newer. */
async function noteContent(
  deps: ActivityDependencies,
  delivery: Delivery,
  { shows }: UnmarkedMessage,
): Promise<void> {
  const { fleetId, id } = delivery;
  if (shows !== undefined) await noteShown(deps.db, { fleetId, id, was: null, shown: shows });
}

async function sendMail(
  deps: ActivityDependencies,
  delivery: Delivery,
  { message, drawPicture, hold }: ComposedMessage & { readonly hold: SendingHold },
): Promise<SendResult> {
  const picture = drawPicture?.();
  const { subject, html, text } = emailMessage(message, { picture: picture !== undefined });
  if (!deps.mail)
    return intoOutbox(deps, delivery, {
      channel: 'email',
      subject,
      html,
      text,
      picture,
      possibleRepeat: message.possibleRepeat,
    });
  const mail = {
    from: deps.emailFrom,
    to: delivery.receiver,
    subject,
    html,
    text,
    messageId: messageId(delivery.deliveryKey, domainOf(deps.emailFrom)),
    headers: headersOf(message, domainOf(deps.emailFrom)),
    ...(picture
      ? { pictures: [{ contentId: TRIP_PICTURE_CONTENT_ID, filename: 'trip.png', png: picture }] }
      : {}),
  };
  return deps.mail.send(mail, hold);
}

/** The messages of one incident are one conversation in a mail program; one that somebody must answer comes as important. */
function headersOf(message: Message, domain: string): Readonly<Record<string, string>> {
  if (!('kind' in message) || message.kind !== 'incident') return {};
  const thread = messageId(JSON.stringify(['incident', message.fleet.id, message.incident.id]), domain);
  const important = { Importance: 'high', 'X-Priority': '1' };
  return { References: thread, ...(message.reason === 'page' && important) };
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

async function postWebhook(
  deps: ActivityDependencies,
  delivery: Delivery,
  {
    message,
    hold,
    generations,
  }: ComposedMessage & { readonly hold: SendingHold; readonly generations: readonly number[] },
): Promise<SendResult> {
  if ('items' in message) return { kind: 'refused', reason: 'a webhook takes only one alert', unasked: true };
  const webhook = {
    fleet: delivery.fleetId,
    url: delivery.receiver,
    generations,
    id: `msg_${delivery.deliveryKey}`,
    timestampSeconds: Math.floor(deps.now().getTime() / 1000),
    body: JSON.stringify(webhookMessage(message)),
  };
  return deps.webhooks.send(webhook, hold);
}
