import { setTimeout as pause } from 'node:timers/promises';
import { unescapeSlack } from '../../../messages/channels/slack/index.ts';
import { picturedEvents, slackMessage } from '../../../messages/message.ts';
import type { Message } from '../../../messages/message.ts';
import { pictureAltText } from '../../../messages/picture/index.ts';
import type { Delivery, RateLimit } from '../../../store/deliveries/index.ts';
import { addReference, noteShown, threadRoot } from '../../../store/incidents/index.ts';
import { referenceOf } from '../../deliveries/index.ts';
import type {
  ActivityDependencies,
  ChannelLookup,
  ComposedMessage,
  DeliveryChannel,
  LookupResult,
  SlackPost,
  SlackSender,
  ToDeliver,
} from '../../dependencies/index.ts';
import { isRefused, titled } from '../../failures/index.ts';
import type { SendResult } from '../../failures/index.ts';
import { channelIdOf, channelOf, lookUpInSlack, noteChannel } from './lookups.ts';
import { pauseSlack } from './rateLimit.ts';

/** Milliseconds that a page waits at most for the id of its Slack channel. */
const PAGE_WAITS_MS = 1_500;

/** A delivery to Slack, with its channel and thread. */
interface SlackDelivery extends ToDeliver {
  readonly slack: SlackSender;
  /** Result of looking up the recipient's channel. */
  readonly channel: ChannelLookup;
  /** Thread of the incident, when the channel already has a message of the incident. */
  readonly thread: { readonly channelId: string; readonly ts: string } | undefined;
}

type Sent = Extract<SendResult, { kind: 'sent' }>;

/**
 * Creates a delivery to Slack. An incident's first message in a channel begins a thread. Its later messages go into the thread.
 */
export async function slackDeliveryChannel(
  deps: ActivityDependencies,
  args: ToDeliver & { readonly slack: SlackSender; readonly rateLimit: RateLimit },
): Promise<DeliveryChannel> {
  const { slack, delivery, rateLimit } = args;
  const channel = await soon(channelOf(deps, slack, delivery), delivery);
  let it = await within(deps, args, channel);
  let sent: Sent | undefined;
  let marked = it.content.marked(delivery.possibleRepeat);
  return {
    async lookUp() {
      let found = await lookUp(it);
      if (found === 'unavailable' && delivery.kind === 'incident_page') {
        // Looks the channel up once more for a page. This worker may have been slow while Slack was available, and one failed
        // lookup does not justify sending a possible duplicate.
        it = await within(deps, it, await channelOf(deps, slack, delivery));
        found = await lookUp(it);
      }
      if (typeof found !== 'string' && delivery.incidentId !== null) sent = found;
      return found;
    },
    async send(possibleRepeat) {
      marked = it.content.marked(possibleRepeat);
      const result = await post(it, marked.message);
      if (result.kind === 'sent') sent = result;
      if (result.kind === 'not_sent' && result.afterMs !== undefined)
        await pauseSlack(deps, { ...delivery, channel: delivery.receiver, forMs: result.afterMs, rateLimit });
      return result;
    },
    async attach() {
      if (sent) await attach(deps, it, { sent, marked });
    },
  };
}

/** Waits for the channel's id, because a later lookup of the message needs it. A page waits at most `PAGE_WAITS_MS`. */
function soon(channel: Promise<ChannelLookup>, { kind }: Delivery): Promise<ChannelLookup> {
  if (kind !== 'incident_page') return channel;
  return Promise.race([channel, pause(PAGE_WAITS_MS, { kind: 'unavailable' as const }, { ref: false })]);
}

/** Adds the channel to a delivery, and the incident's thread in that channel. */
async function within(
  deps: ActivityDependencies,
  it: ToDeliver & Pick<SlackDelivery, 'slack'>,
  channel: ChannelLookup,
): Promise<SlackDelivery> {
  return { ...it, channel, thread: await threadOf(deps, it.delivery, channelIdOf(channel)) };
}

async function threadOf(
  deps: ActivityDependencies,
  delivery: Delivery,
  channelId: string | undefined,
): Promise<SlackDelivery['thread']> {
  const { fleetId, incidentId, receiver, id } = delivery;
  if (incidentId === null) return undefined;
  const root = await threadRoot(deps.db, { fleetId, incidentId, receiver, channelId, except: id });
  const { channel_id: channel, ts } = referenceOf(root);
  return channel && ts ? { channelId: channel, ts } : undefined;
}

function lookUp({ slack, delivery, channel, thread }: SlackDelivery): Promise<LookupResult> {
  if (!thread) return lookUpInSlack(slack, { delivery, channel });
  const { channelId, ts: threadTs } = thread;
  return lookUpInSlack(slack, { delivery, channel: { kind: 'found', channelId }, threadTs });
}

/**
 * Posts the message in its thread. If Slack refuses that, posts it to the recipient outside the thread, because the thread's
 * channel may be gone and a page must reach people.
 */
async function post({ slack, delivery, thread }: SlackDelivery, message: Message): Promise<SendResult> {
  const { receiver, deliveryKey, kind } = delivery;
  const content: Omit<SlackPost, 'channel'> = { ...slackMessage(message), deliveryKey };
  const postAlone = async (): Promise<SendResult> =>
    titled(await slack.post({ ...content, channel: receiver }), unescapeSlack(content.text));
  if (!thread) return postAlone();
  const reply = { threadTs: thread.ts, broadcast: kind === 'incident_page' };
  const result = await slack.post({ ...content, ...reply, channel: thread.channelId });
  return isRefused(result) ? postAlone() : titled(result, unescapeSlack(content.text));
}

/** Records the channel and content of the sent message, and adds the picture if Slack accepts it. */
async function attach(
  deps: ActivityDependencies,
  it: SlackDelivery,
  { sent, marked }: { readonly sent: Sent; readonly marked: ComposedMessage },
): Promise<void> {
  const { reference = {} } = sent;
  const { slack, delivery, channel, content } = it;
  const { fleetId, id, receiver } = delivery;
  await noteChannel(deps, { fleetId, receiver, known: channel, channelId: reference['channel_id'] });
  if (content.shows !== undefined) await noteShown(deps.db, { fleetId, id, was: null, shown: content.shows });
  const fileId = await upload(slack, marked);
  if (fileId === undefined) return;
  // Composes a message with changing content again, because a person may have answered during the upload.
  if (content.shows === undefined) return addPicture(slack, { marked, fileId, reference });
  await addReference(deps.db, { fleetId, id, more: { picture: fileId } });
  await it.showNewest();
}

async function upload(
  slack: SlackSender,
  { message, drawPicture }: ComposedMessage,
): Promise<string | undefined> {
  const png = await drawPicture?.();
  if (!png) return undefined;
  const altText = pictureAltText(picturedEvents(message), message.fleet.language);
  return slack.upload({ filename: 'trip.png', png, altText });
}

async function addPicture(
  slack: SlackSender,
  args: {
    readonly marked: ComposedMessage;
    readonly fileId: string;
    readonly reference: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { channel_id: channelId, ts } = args.reference;
  if (channelId && ts)
    await slack.update({
      channelId,
      ts,
      ...slackMessage(args.marked.message, { pictureFileId: args.fileId }),
    });
}
