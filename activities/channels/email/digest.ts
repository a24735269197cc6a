import { gzipSync } from 'node:zlib';
import { digestCsv, digestCsvName, digestEmail } from '../../../messages/digests/index.ts';
import type { EmailMessage } from '../../../messages/channels/email/index.ts';
import { LINK_KEY_NAME, messageId, unsubscribeLinks } from '../../../messages/format/index.ts';
import { instanceKey } from '../../../store/db/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { digestTable } from '../../../store/digests/index.ts';
import { intoOutbox } from '../../deliveries/index.ts';
import type { ActivityDependencies, DeliveryChannel, DigestToSend } from '../../dependencies/index.ts';
import { isTooLong, titled } from '../../failures/index.ts';
import type { SendResult } from '../../failures/index.ts';
import { domainOf } from './sender.ts';
import type { Mail, MailSender } from './sender.ts';

/** Mail client and sender address for e-mails. */
export interface MailParts {
  /** Mail client; absent when no mail server is configured. E-mails then go to the outbox. */
  readonly client?: MailSender;
  readonly from: string;
}

/** Creates the sender of digests by e-mail. Consecutive recipients of the same run share one attached table of drivers. */
export function createDigestMail(
  parts: MailParts,
): (deps: ActivityDependencies, digest: DigestToSend) => Promise<DeliveryChannel> {
  let last: { readonly key: string; readonly file: Promise<MailFile | undefined> } | undefined;
  const tableOf = async (deps: ActivityDependencies, digest: DigestToSend): Promise<MailFile | undefined> => {
    const { delivery, runId } = digest;
    const { fleetId } = delivery;
    const content = digest.content(false);
    // Attaches no table if the digest has no section `drivers` or its list is incomplete, because an incomplete list must not
    // look complete.
    if (content.drivers === null) return undefined;
    const key = JSON.stringify([fleetId, runId]);
    if (last?.key === key) return last.file;
    const isCompared = content.drivers.fell.missing === undefined;
    const file = digestTableFile(deps.db, { fleetId, runId, csvName: digestCsvName(content), isCompared });
    last = { key, file };
    // Drops a failed table at once, and a finished one after `TABLE_KEPT_MS`.
    file.catch(() => undefined);
    const drop = (): void => void (last?.file === file && (last = undefined));
    void file.then(() => setTimeout(drop, TABLE_KEPT_MS).unref(), drop);
    return file;
  };
  return async (deps, digest) => {
    const { client, from } = parts;
    const unsubscribeUrl = await unsubscribeUrlOf(deps, digest);
    const made = (repeat: boolean, hasTable: boolean): EmailMessage =>
      digestEmail(digest.content(repeat), { unsubscribeUrl, pageUrl: digest.pageUrl, hasTable });
    if (!client)
      return {
        async send(possibleRepeat) {
          const { subject, html, text } = made(possibleRepeat, false);
          const kept = await intoOutbox(deps, digest.delivery, { subject, html, text, possibleRepeat });
          return titled(kept, subject);
        },
      };
    const table = await tableOf(deps, digest);
    const first = made(false, table !== undefined);
    return {
      asksToBegin: true,
      async send(repeat, hold) {
        const post = (mail: EmailMessage, file?: MailFile): Promise<SendResult> =>
          client.send(
            { ...mailOf(digest, { from, mail, unsubscribeUrl }), ...(file && { files: [file] }) },
            hold,
          );
        const mail = repeat ? made(true, table !== undefined) : first;
        const whole = await post(mail, table);
        if (!table || !isTooLong(whole)) return titled(whole, mail.subject);
        // Sends the e-mail without the table if it was too large. The e-mail links to a page with the table.
        const shorter = made(repeat, false);
        return titled(await post(shorter), shorter.subject);
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

function mailOf(
  { delivery, digestId }: DigestToSend,
  it: { readonly from: string; readonly mail: EmailMessage; readonly unsubscribeUrl: string },
): Mail {
  const domain = domainOf(it.from);
  return {
    ...it.mail,
    from: it.from,
    to: delivery.receiver,
    messageId: messageId(delivery.deliveryKey, domain),
    list: { id: `${digestId}.${delivery.fleetId}.${domain}`, unsubscribeUrl: it.unsubscribeUrl },
  };
}

/** A file that is attached to an e-mail. */
export interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/**
 * Bytes above which a table is compressed. Many mail servers accept 10 MB in total, and the encoding of attachments takes a
 * third.
 */
const LARGEST_PLAIN_BYTES = 2_000_000;

/**
 * Returns the table of all drivers in a run's period as a file, compressed when it is large. Returns `undefined` when no driver
 * is stored.
 * @param args.isCompared whether all drivers of the previous period were read; if not, the table omits their earlier scores
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
    // Keeps the row of column names only from the first page of rows.
    parts.push(Buffer.from((parts.length === 0 ? lines : lines.slice(1)).join('')));
  }
  if (parts.length === 0) return undefined;
  const content = Buffer.concat(parts);
  if (content.length <= LARGEST_PLAIN_BYTES)
    return { filename: args.csvName, contentType: 'text/csv; charset=utf-8', content };
  return { filename: `${args.csvName}.gz`, contentType: 'application/gzip', content: gzipSync(content) };
}
