import { messageId } from '../messages/deliveryReference.ts';
import { TRIP_PICTURE_CONTENT_ID } from '../messages/alert.ts';
import type { AlertMessage } from '../messages/alert.ts';
import { emailMessage, slackMessage } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { pictureAltText } from '../messages/pictureAltText.ts';
import { webhookAlert } from '../messages/webhook.ts';
import type { JsonObject } from '../rules/trip.ts';
import type { Delivery } from '../store/deliveries.ts';
import { putOutbox } from '../store/outbox.ts';
import { tellAlert } from './alertMessage.ts';
import type { Tellable, Told } from './alertMessage.ts';
import { carryOut } from './claimedDelivery.ts';
import type { Carrier, DeliveryInput } from './claimedDelivery.ts';
import { connectionsOf } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { SendResult } from './failure.ts';
import { tellDelivery } from './roundupMessage.ts';
import type { SlackSender } from './slackSender.ts';

/** Looking for an earlier message begins this long before it was planned: clocks differ. */
const CLOCK_SLACK_SECONDS = 120;

/** Activities that tell people and systems, one a channel; each carries out one delivery of the ledger. */
export function createMessengers(deps: ActivityDependencies) {
  return {
    /** Posts to Slack, or puts the message into the outbox when the fleet has no Slack app. */
    async sendSlack(input: DeliveryInput): Promise<string> {
      const { slack } = connectionsOf(deps, input.fleet);
      return carryOut(deps, input, async (delivery) => {
        const content = await tellDelivery(deps, delivery);
        return slack
          ? slackCarrier(slack, delivery, content)
          : { send: (repeat) => slackToOutbox(deps, delivery, content.told(repeat)) };
      });
    },
    /** Sends one e-mail to one receiver, or puts it into the outbox when no mail server is configured. */
    async sendEmail(input: DeliveryInput): Promise<string> {
      return carryOut(deps, input, async (delivery) => {
        const content = await tellDelivery(deps, delivery);
        return { send: (repeat) => sendMail(deps, delivery, content.told(repeat)) };
      });
    },
    /** Sends a signed webhook. */
    async sendWebhook(input: DeliveryInput): Promise<string> {
      return carryOut(deps, input, async (delivery) => {
        const alert = await tellAlert(deps, delivery);
        return { send: (repeat) => postWebhook(deps, delivery, alert.told(repeat)) };
      });
    },
  };
}

function slackCarrier(slack: SlackSender, delivery: Delivery, content: Tellable): Carrier {
  let addPictureLater: (() => Promise<void>) | undefined;
  return {
    adorn: () => addPictureLater?.() ?? Promise.resolve(),
    async look() {
      const sinceSeconds = Math.floor(delivery.plannedAt.getTime() / 1000) - CLOCK_SLACK_SECONDS;
      const found = await slack.find({
        channel: delivery.receiver,
        deliveryKey: delivery.deliveryKey,
        sinceSeconds,
      });
      return found.kind === 'found'
        ? { kind: 'sent', reference: { channel_id: found.channelId, ts: found.ts } }
        : found.kind;
    },
    async send(possibleRepeat) {
      const { message, picture } = content.told(possibleRepeat);
      const { text, blocks } = slackMessage(message);
      const result = await slack.post({
        channel: delivery.receiver,
        text,
        blocks,
        deliveryKey: delivery.deliveryKey,
      });
      if (result.kind === 'sent' && picture)
        addPictureLater = () => addPicture(slack, { message, picture, result });
      return result;
    },
  };
}

/** The text is out; the picture comes into it when Slack takes it, and is missed by nobody when not. */
async function addPicture(
  slack: SlackSender,
  args: {
    message: Message;
    picture: Uint8Array;
    result: Extract<SendResult, { kind: 'sent' }>;
  },
): Promise<void> {
  const { message, picture, result } = args;
  const { channel_id: channelId, ts } = result.reference ?? {};
  const fileId = await slack.upload({
    filename: 'trip.png',
    png: picture,
    altText: pictureAltText('events' in message ? message.events : []),
  });
  if (fileId && channelId && ts)
    await slack.update({ channelId, ts, ...slackMessage(message, { pictureFileId: fileId }) });
}

async function slackToOutbox(
  deps: ActivityDependencies,
  delivery: Delivery,
  { message, picture }: Told,
): Promise<SendResult> {
  const { text, blocks } = slackMessage(message);
  return intoOutbox(deps, delivery, {
    channel: 'slack',
    text,
    blocks: blocks as unknown as JsonObject[],
    picture,
    possibleRepeat: message.possibleRepeat,
  });
}

async function sendMail(
  deps: ActivityDependencies,
  delivery: Delivery,
  { message, picture }: Told,
): Promise<SendResult> {
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
  return deps.mail.send({
    from: deps.emailFrom,
    to: delivery.receiver,
    subject,
    html,
    text,
    messageId: messageId(delivery.deliveryKey, domainOf(deps.emailFrom)),
    ...(picture
      ? { pictures: [{ contentId: TRIP_PICTURE_CONTENT_ID, filename: 'trip.png', png: picture }] }
      : {}),
  });
}

async function postWebhook(
  deps: ActivityDependencies,
  delivery: Delivery,
  { message }: Told<AlertMessage>,
): Promise<SendResult> {
  return deps.webhooks.send({
    url: delivery.receiver,
    id: `msg_${delivery.deliveryKey}`,
    timestampSeconds: Math.floor(deps.now().getTime() / 1000),
    body: JSON.stringify(webhookAlert(message)),
  });
}

async function intoOutbox(
  deps: ActivityDependencies,
  delivery: Delivery,
  content: {
    channel: string;
    text: string;
    subject?: string;
    html?: string;
    blocks?: JsonObject[];
    picture: Uint8Array | undefined;
    possibleRepeat: boolean;
  },
): Promise<SendResult> {
  const { picture, ...rest } = content;
  const entry = await putOutbox(deps.db, {
    ...rest,
    ...(picture ? { picture } : {}),
    fleetId: delivery.fleetId,
    receiver: delivery.receiver,
    deliveryId: delivery.id,
    deliveryKey: delivery.deliveryKey,
    at: deps.now(),
  });
  return { kind: 'sent', reference: { outbox_id: entry.id } };
}

function domainOf(from: string): string {
  return /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'tripline.invalid';
}
