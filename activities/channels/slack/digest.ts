import { digestPictures, digestSlack } from '../../../messages/digests/index.ts';
import type { DigestPicture } from '../../../messages/digests/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { RateLimit } from '../../../store/deliveries/index.ts';
import { intoOutbox } from '../../deliveries/index.ts';
import type {
  ActivityDependencies,
  DeliveryChannel,
  DigestToSend,
  SlackSender,
} from '../../dependencies/index.ts';
import { channelOf, lookUpInSlack, noteChannel } from './lookups.ts';
import { pauseSlack } from './rateLimit.ts';

type Reference = Readonly<Record<string, string>>;

/** How a digest goes to Slack: the words first, its pictures when they are uploaded. */
export async function digestSlackChannel(
  deps: ActivityDependencies,
  {
    slack,
    digest,
    rateLimit,
  }: { readonly slack: SlackSender; readonly digest: DigestToSend; readonly rateLimit: RateLimit },
): Promise<DeliveryChannel> {
  const { delivery, pageUrl } = digest;
  const { fleetId, receiver, deliveryKey } = delivery;
  const channel = await channelOf(deps, slack, delivery);
  let sent: Reference | undefined;
  let content = digest.content(delivery.possibleRepeat);
  return {
    async lookUp() {
      const found = await lookUpInSlack(slack, { delivery, channel });
      if (typeof found !== 'string') sent = found.reference;
      return found;
    },
    async send(possibleRepeat) {
      content = digest.content(possibleRepeat);
      const result = await slack.post({
        channel: receiver,
        ...digestSlack(content, { pageUrl }),
        deliveryKey,
      });
      if (result.kind === 'sent') sent = result.reference;
      if (result.kind === 'not_sent' && result.afterMs !== undefined)
        await pauseSlack(deps, { fleetId, channel: receiver, forMs: result.afterMs, rateLimit });
      return result;
    },
    async attach() {
      if (!sent) return;
      const { channel_id: id, ts } = sent;
      await noteChannel(deps, { fleetId, receiver, known: channel, channelId: id });
      const pictureFileIds = await upload(slack, digestPictures(content));
      if (id && ts && Object.keys(pictureFileIds).length > 0)
        await slack.update({ channelId: id, ts, ...digestSlack(content, { pictureFileIds, pageUrl }) });
    },
  };
}

async function upload(
  slack: SlackSender,
  pictures: readonly DigestPicture[],
): Promise<Partial<Record<DigestPicture['id'], string>>> {
  const ids: Partial<Record<DigestPicture['id'], string>> = {};
  for (const { id, fileName, png, altText } of pictures) {
    const fileId = await slack.upload({ filename: fileName, png, altText });
    if (fileId !== undefined) ids[id] = fileId;
  }
  return ids;
}

/** Into the outbox, as Slack would show it without the pictures. */
export function digestToSlackOutbox(deps: ActivityDependencies, digest: DigestToSend): DeliveryChannel {
  return {
    send(possibleRepeat) {
      const { text, blocks } = digestSlack(digest.content(possibleRepeat), { pageUrl: digest.pageUrl });
      return intoOutbox(deps, digest.delivery, {
        ...{ text, possibleRepeat },
        blocks: blocks as unknown as JsonObject[],
      });
    },
  };
}
