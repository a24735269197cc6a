import { ApplicationFailure } from '@temporalio/common';
import { digestCaveat } from '../messages/digest/view.ts';
import type { DigestContent } from '../messages/digest/content.ts';
import { digestPictures } from '../messages/digest/digestPictures.ts';
import type { DigestPicture } from '../messages/digest/digestPictures.ts';
import { digestSlack } from '../messages/digest/digestSlack.ts';
import type { JsonObject } from '../rules/trip.ts';
import type { Delivery } from '../store/deliveries.ts';
import { digestRunToSend } from '../store/digestRuns.ts';
import type { Carrier } from './claimedDelivery.ts';
import { connectionsOf } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createDigestMail } from './digestMail.ts';
import type { DigestToSend } from './digestMail.ts';
import { intoOutbox } from './intoOutbox.ts';
import { channelOf, noteChannel } from './slackChannel.ts';
import { lookInSlack } from './slackLook.ts';
import type { SlackSender } from './slackSender.ts';
import { pauseSlack } from './slackTurn.ts';

/** How a digest goes to a receiver, by channel. */
export function createDigestCarriers(deps: ActivityDependencies) {
  const mail = createDigestMail(deps);
  return {
    /** To a Slack channel, or into the outbox when the fleet has no Slack app. */
    async slack(delivery: Delivery): Promise<Carrier> {
      const digest = await digestToSend(deps, delivery);
      const { slack } = connectionsOf(deps, delivery.fleetId);
      return slack ? digestSlackCarrier(deps, { slack, digest }) : digestToSlackOutbox(deps, digest);
    },
    /** To one address, or into the outbox when no mail server is configured. */
    async email(delivery: Delivery): Promise<Carrier> {
      return mail(await digestToSend(deps, delivery));
    },
  };
}

/** @throws ApplicationFailure when its run is not kept any more, or says nothing */
async function digestToSend(deps: ActivityDependencies, delivery: Delivery): Promise<DigestToSend> {
  const { fleetId, digestRunId } = delivery;
  const run = digestRunId === null ? undefined : await digestRunToSend(deps.db, { fleetId, id: digestRunId });
  if (!run?.content)
    throw ApplicationFailure.nonRetryable(
      'What the digest says is no longer kept.',
      'digest_content_unknown',
    );
  const content = run.content as unknown as DigestContent;
  const repeat = digestCaveat({ kind: 'possible_repeat' }, content.language);
  return {
    ...{ delivery, runId: run.id, digestId: run.digestId },
    content: (possibleRepeat) =>
      possibleRepeat ? { ...content, caveats: [repeat, ...content.caveats] } : content,
  };
}

type Reference = Readonly<Record<string, string>>;

/** How a digest goes to Slack: the words first, its pictures when they are uploaded. */
async function digestSlackCarrier(
  deps: ActivityDependencies,
  { slack, digest }: { readonly slack: SlackSender; readonly digest: DigestToSend },
): Promise<Carrier> {
  const { delivery } = digest;
  const { fleetId, receiver, deliveryKey } = delivery;
  const channel = await channelOf(deps, slack, delivery);
  let sent: Reference | undefined;
  let content = digest.content(delivery.possibleRepeat);
  return {
    async look() {
      const found = await lookInSlack(slack, { delivery, channel });
      if (typeof found !== 'string') sent = found.reference;
      return found;
    },
    async send(possibleRepeat) {
      content = digest.content(possibleRepeat);
      const result = await slack.post({ channel: receiver, ...digestSlack(content), deliveryKey });
      if (result.kind === 'sent') sent = result.reference;
      if (result.kind === 'not_sent' && result.afterMs !== undefined)
        await pauseSlack(deps, { fleetId, channel: receiver, forMs: result.afterMs });
      return result;
    },
    async adorn() {
      if (!sent) return;
      const { channel_id: id, ts } = sent;
      await noteChannel(deps, { fleetId, receiver, known: channel, channelId: id });
      const pictureFileIds = await upload(slack, digestPictures(content));
      if (id && ts && Object.keys(pictureFileIds).length > 0)
        await slack.update({ channelId: id, ts, ...digestSlack(content, { pictureFileIds }) });
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
function digestToSlackOutbox(deps: ActivityDependencies, digest: DigestToSend): Carrier {
  return {
    send(possibleRepeat) {
      const { text, blocks } = digestSlack(digest.content(possibleRepeat));
      return intoOutbox(deps, digest.delivery, {
        ...{ channel: 'slack', text, possibleRepeat },
        blocks: blocks as unknown as JsonObject[],
      });
    },
  };
}
