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
import { channelOf, noteChannel } from './slackChannel.ts';
import { tellDelivery } from './roundupMessage.ts';
import type { SlackSender } from './slackSender.ts';
import { awaitSlackTurn, pauseSlack } from './slackTurn.ts';

/** Looking for an earlier message begins this long before it was planned: clocks differ. */
const CLOCK_SLACK_SECONDS = 120;

/** Activities that tell people and systems, one a channel; each carries out one delivery of the ledger. */
export function createMessengers(deps: ActivityDependencies) {
  return {
    /** Posts to Slack, or puts the message into the outbox when the fleet has no Slack app. */
    async sendSlack(input: DeliveryInput): Promise<string> {
      const { slack } = connectionsOf(deps, input.fleet);
      if (slack) await awaitSlackTurn(deps, input);
      return carryOut(deps, input, async (delivery) => {
        const content = await tellDelivery(deps, delivery);
        return slack
          ? slackCarrier(deps, {
              slack,
              delivery,
              content,
              channelId: await channelOf(deps, slack, delivery),
            })
          : { send: (repeat) => slackToOutbox(deps, delivery, content.told(repeat)) };
      });
    },
    /** Sends one e-mail to one receiver, or puts it into the outbox when no mail server is configured. */
    async sendEmail(input: DeliveryInput): Promise<string> {
      return carryOut(deps, input, async (delivery) => {
        const content = await tellDelivery(deps, delivery);
        return { send: (repeat, signal) => sendMail(deps, delivery, { ...content.told(repeat), signal }) };
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

/** A Slack delivery that is put together; `channelId` where its receiver's id is known. */
interface SlackDelivery {
  readonly slack: SlackSender;
  readonly delivery: Delivery;
  readonly content: Tellable;
  readonly channelId: string | undefined;
}

function slackCarrier(deps: ActivityDependencies, it: SlackDelivery): Carrier {
  const { slack, delivery, content, channelId } = it;
  const { deliveryKey, receiver } = delivery;
  let afterwards: (() => Promise<void>) | undefined;
  return {
    adorn: () => afterwards?.() ?? Promise.resolve(),
    async look() {
      if (channelId === undefined) return 'unknown';
      const sinceSeconds = Math.floor(delivery.plannedAt.getTime() / 1000) - CLOCK_SLACK_SECONDS;
      const found = await slack.find({ channelId, deliveryKey, sinceSeconds });
      return found.kind === 'found'
        ? { kind: 'sent', reference: { channel_id: found.channelId, ts: found.ts } }
        : found.kind;
    },
    async send(possibleRepeat) {
      const { message, picture } = content.told(possibleRepeat);
      const result = await slack.post({ channel: receiver, ...slackMessage(message), deliveryKey });
      if (result.kind === 'not_sent' && result.afterMs !== undefined)
        await pauseSlack(deps, { fleetId: delivery.fleetId, channel: receiver, forMs: result.afterMs });
      if (result.kind === 'sent')
        afterwards = async () => {
          const at = { known: channelId, channelId: result.reference?.['channel_id'] };
          await noteChannel(deps, { ...at, fleetId: delivery.fleetId, receiver });
          if (picture) await addPicture(slack, { message, picture, result });
        };
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
  { message, picture, signal }: Told & { readonly signal: AbortSignal },
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
  const mail = {
    from: deps.emailFrom,
    to: delivery.receiver,
    subject,
    html,
    text,
    messageId: messageId(delivery.deliveryKey, domainOf(deps.emailFrom)),
    ...(picture
      ? { pictures: [{ contentId: TRIP_PICTURE_CONTENT_ID, filename: 'trip.png', png: picture }] }
      : {}),
  };
  return deps.mail.send(mail, signal);
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
