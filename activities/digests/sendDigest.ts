import { gzipSync } from 'node:zlib';
import { ApplicationFailure } from '@temporalio/common';
import {
  digestCaveat,
  digestCsv,
  digestCsvName,
  digestEmail,
  digestPictures,
  digestSlack,
  htmlWithPictures,
} from '../../messages/digests/index.ts';
import type { DigestContent, DigestEmail, DigestPicture } from '../../messages/digests/index.ts';
import { LINK_KEY_NAME, messageId, unsubscribeLinks } from '../../messages/format/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { digestRunToSend, digestTable } from '../../store/digests/index.ts';
import { domainOf } from '../channels/email/index.ts';
import type { SlackSender } from '../channels/slack/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { channelOf, intoOutbox, lookUpInSlack, noteChannel, pauseSlack } from '../deliveries/index.ts';
import type { DeliveryChannel, SendingHold } from '../deliveries/index.ts';
import type { SendResult } from '../failures/index.ts';

/** How a digest goes to a receiver, by channel. */
export function createDigestChannels(deps: ActivityDependencies) {
  const mail = createDigestMail(deps);
  return {
    /** To a Slack channel, or into the outbox when the fleet has no Slack app. */
    async slack(delivery: Delivery): Promise<DeliveryChannel> {
      const digest = await digestToSend(deps, delivery);
      const { slack } = connectionsOf(deps, delivery.fleetId);
      return slack ? digestSlackChannel(deps, { slack, digest }) : digestToSlackOutbox(deps, digest);
    },
    /** To one address, or into the outbox when no mail server is configured. */
    async email(delivery: Delivery): Promise<DeliveryChannel> {
      return mail(await digestToSend(deps, delivery));
    },
  };
}

/** @throws ApplicationFailure when its run is not stored any more, or says nothing */
async function digestToSend(deps: ActivityDependencies, delivery: Delivery): Promise<DigestToSend> {
  const { fleetId, digestRunId } = delivery;
  const run = digestRunId === null ? undefined : await digestRunToSend(deps.db, { fleetId, id: digestRunId });
  if (!run?.content)
    throw ApplicationFailure.nonRetryable(
      'The content of the digest is no longer stored.',
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
async function digestSlackChannel(
  deps: ActivityDependencies,
  { slack, digest }: { readonly slack: SlackSender; readonly digest: DigestToSend },
): Promise<DeliveryChannel> {
  const { delivery } = digest;
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
      const result = await slack.post({ channel: receiver, ...digestSlack(content), deliveryKey });
      if (result.kind === 'sent') sent = result.reference;
      if (result.kind === 'not_sent' && result.afterMs !== undefined)
        await pauseSlack(deps, { fleetId, channel: receiver, forMs: result.afterMs });
      return result;
    },
    async attach() {
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
function digestToSlackOutbox(deps: ActivityDependencies, digest: DigestToSend): DeliveryChannel {
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

/** A digest's delivery, and what its run says. */
interface DigestToSend {
  readonly delivery: Delivery;
  readonly runId: string;
  readonly digestId: string;
  /** The content for this attempt: a possible duplicate says so. */
  content(possibleRepeat: boolean): DigestContent;
}

/** How a digest goes out by e-mail; the table of a run is made once for all receivers that come one after the other. */
export function createDigestMail(
  deps: ActivityDependencies,
): (digest: DigestToSend) => Promise<DeliveryChannel> {
  let last: { readonly key: string; readonly file: Promise<MailFile | undefined> } | undefined;
  const tableOf = async (digest: DigestToSend): Promise<MailFile | undefined> => {
    const { delivery, runId } = digest;
    const { fleetId } = delivery;
    const content = digest.content(false);
    // Of some of the drivers nobody is to think that they are all; and a digest that does not tell of drivers names none.
    if (content.drivers === null) return undefined;
    const key = JSON.stringify([fleetId, runId]);
    if (last?.key === key) return last.file;
    const isCompared = content.drivers.fell.missing === undefined;
    const file = digestTableFile(deps.db, { fleetId, runId, csvName: digestCsvName(content), isCompared });
    last = { key, file };
    // A failed one is not stored, and one that was made is not stored for ever.
    file.catch(() => undefined);
    const drop = (): void => void (last?.file === file && (last = undefined));
    void file.then(() => setTimeout(drop, TABLE_KEPT_MS).unref(), drop);
    return file;
  };
  return async (digest) => {
    const unsubscribeUrl = await unsubscribeUrlOf(deps, digest);
    if (!deps.mail) return { send: (repeat) => toOutbox(deps, digest, { repeat, unsubscribeUrl }) };
    const table = await tableOf(digest);
    const options = { unsubscribeUrl, hasTable: table !== undefined };
    const first = digestEmail(digest.content(false), options);
    return {
      asksToBegin: true,
      send(repeat, hold) {
        const mail = repeat ? digestEmail(digest.content(true), options) : first;
        return send(deps, digest, { mail, unsubscribeUrl, table, hold });
      },
    };
  };
}

const TABLE_KEPT_MS = 60_000;

async function unsubscribeUrlOf(
  deps: ActivityDependencies,
  { delivery: { fleetId: fleet, receiver: address }, digestId: digest }: DigestToSend,
): Promise<string> {
  const key = await instanceKey(deps.db, LINK_KEY_NAME);
  return `${deps.publicUrl}/u/${unsubscribeLinks.sign(key, { fleet, digest, address })}`;
}

async function send(
  deps: ActivityDependencies,
  digest: DigestToSend,
  it: {
    readonly mail: DigestEmail;
    readonly unsubscribeUrl: string;
    readonly table: MailFile | undefined;
    readonly hold: SendingHold;
  },
): Promise<SendResult> {
  const { delivery } = digest;
  const { mail, unsubscribeUrl, table } = it;
  const domain = domainOf(deps.emailFrom);
  return deps.mail!.send(
    {
      ...{ from: deps.emailFrom, to: delivery.receiver },
      ...{ subject: mail.subject, html: mail.html, text: mail.text },
      messageId: messageId(delivery.deliveryKey, domain),
      list: { id: `${digest.digestId}.${delivery.fleetId}.${domain}`, unsubscribeUrl },
      pictures: mail.pictures.map(({ cid, fileName, png }) => ({
        ...{ contentId: cid, filename: fileName, png },
      })),
      ...(table && { files: [table] }),
    },
    it.hold,
  );
}

/** The outbox shows a document by itself, so its pictures stand in it, and no table goes with it. */
async function toOutbox(
  deps: ActivityDependencies,
  digest: DigestToSend,
  it: { readonly repeat: boolean; readonly unsubscribeUrl: string },
): Promise<SendResult> {
  const content = digest.content(it.repeat);
  const options = { unsubscribeUrl: it.unsubscribeUrl, hasTable: false };
  const mail = digestEmail(content, options);
  const { subject, text } = mail;
  return intoOutbox(deps, digest.delivery, {
    ...{ channel: 'email', subject, html: htmlWithPictures(mail), text, possibleRepeat: it.repeat },
  });
}

/** A file that an e-mail carries. */
export interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Larger tables are packed: many mail servers take 10 MB in all, a third of which is lost to the way mail is written. */
const LARGEST_PLAIN_BYTES = 2_000_000;

/**
 * The table of all drivers of a run's period; packed when it is large. Undefined: no driver is stored.
 * @param args.isCompared whether the drivers of the period before were read to the end; if not, no score of it is reported
 */
export async function digestTableFile(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly runId: string;
    readonly csvName: string;
    readonly isCompared: boolean;
  },
): Promise<MailFile | undefined> {
  const parts: Buffer[] = [];
  for await (const page of digestTable(db, args)) {
    const lines = [...digestCsv(args.isCompared ? page : page.map((row) => ({ ...row, scoreBefore: null })))];
    // The names of the columns stand above the first page alone.
    parts.push(Buffer.from((parts.length === 0 ? lines : lines.slice(1)).join('')));
  }
  if (parts.length === 0) return undefined;
  const content = Buffer.concat(parts);
  if (content.length <= LARGEST_PLAIN_BYTES)
    return { filename: args.csvName, contentType: 'text/csv; charset=utf-8', content };
  return { filename: `${args.csvName}.gz`, contentType: 'application/gzip', content: gzipSync(content) };
}
