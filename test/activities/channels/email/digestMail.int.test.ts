import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../../activities/dependencies/index.ts';
import { createDigestMail } from '../../../../activities/channels/email/index.ts';
import type { MailFile } from '../../../../activities/channels/email/index.ts';
import type { DigestContent } from '../../../../messages/digests/index.ts';
import { digestMessages, keepDigestDrivers, planDigestMessages } from '../../../../store/digests/index.ts';
import { exampleDigest } from '../../../messages/digests/exampleDigest.ts';
import { digestDriverOf } from '../../../support/digests/driverOf.ts';
import { digestRun } from '../../../support/digests/run.ts';
import { useDatabase } from '../../../support/store/useDatabase.ts';

const FLEET = 'north';
const DATES = {
  now: { from: '2026-06-01', to: '2026-06-07' },
  before: { from: '2026-05-25', to: '2026-05-31' },
};
const AT = new Date('2026-06-08T05:00:00Z');
const ATTACHED = /attached/;
const database = useDatabase();

interface SentMail {
  readonly text: string;
  readonly html: string;
  readonly files?: readonly MailFile[];
}

/**
 * Sends the digest of a run.
 * @param isKept whether its drivers are stored
 * @returns the last mail
 */
async function sent(content: DigestContent, isKept = true): Promise<SentMail> {
  return (await allSent(content, { isKept })).at(-1)!;
}

/**
 * Returns every mail of the attempt.
 * @param options.isTooLarge whether the mail server refuses a mail with files as too large
 */
async function allSent(
  content: DigestContent,
  { isKept = true, isTooLarge = false }: { readonly isKept?: boolean; readonly isTooLarge?: boolean } = {},
): Promise<readonly SentMail[]> {
  const digest = await toSend(content, isKept);
  const mails: SentMail[] = [];
  const send = (it: SentMail) => {
    mails.push(it);
    const isRefused = isTooLarge && it.files !== undefined;
    return Promise.resolve(
      isRefused ? { kind: 'refused', reason: 'too large', tooLong: true } : { kind: 'sent' },
    );
  };
  const summary = await createDigestMail({ client: { send } as never, from: FROM })(deps(), digest);
  expect((await summary.send(false, undefined as never)).kind).toBe('sent');
  return mails;
}

const FROM = 'f@fleet.example';
function deps(): ActivityDependencies {
  const log = pino({ level: 'silent' });
  return { db: database.db, log, now: () => AT, publicUrl: 'https://t.example' } as never;
}

async function toSend(content: DigestContent, isKept: boolean) {
  const analytics = { baseUrl: 'http://service.example', apiKey: 'planted-key' };
  const { runId } = await digestRun(database.db, { fleetId: FLEET, analytics, ...DATES });
  for (const [range, score] of [
    ['now', 80],
    ['before', 70],
  ] as const)
    // prettier-ignore
    if (isKept)
      await keepDigestDrivers(database.db, {
        fleetId: FLEET, runId, range,
        drivers: [digestDriverOf('d-1', { score })],
      });
  const plan = {
    fleetId: FLEET,
    id: runId,
    pageUrl: 'https://t.example/d/x.y',
    digestId: 'weekly',
    version: 1,
    at: AT,
  };
  await planDigestMessages(database.db, {
    ...plan,
    receivers: [{ action: 'email', receiver: 'a@example.com' }],
  });
  const [delivery] = await digestMessages(database.db, { fleetId: FLEET, runIds: [runId] });
  return {
    delivery: delivery!,
    runId,
    pageUrl: 'https://t.example/d/x.y',
    digestId: 'weekly',
    content: () => content,
  };
}

const tableOf = ({ files }: SentMail): string | undefined => files?.[0]?.content.toString('utf8');
const { drivers } = exampleDigest;

it('has the table of all drivers, with their scores before', async () => {
  const mail = await sent(exampleDigest);
  expect(tableOf(mail)).toContain('\r\nd-1,d-1,,80,,70,10,');
  expect(mail.text).toMatch(ATTACHED);
});

it('has no table, and mentions none, without the section drivers', async () => {
  const mail = await sent({ ...exampleDigest, drivers: null });
  expect(tableOf(mail)).toBeUndefined();
  expect(mail.text + mail.html).not.toMatch(ATTACHED);
});

it('leaves scores before empty where the period before was not read to its end', async () => {
  const unread = { drivers: [], total: 0, source: 'query', missing: 'unavailable' as const };
  const mail = await sent({ ...exampleDigest, drivers: { ...drivers!, fell: unread } });
  expect(tableOf(mail)).toContain('\r\nd-1,d-1,,80,,,,');
});

it('speaks of no table where no driver is kept', async () => {
  const mail = await sent(exampleDigest, false);
  expect(tableOf(mail)).toBeUndefined();
  expect(mail.text + mail.html).not.toMatch(ATTACHED);
});

it('speaks of no table in the outbox, which takes no files', async () => {
  const summary = await createDigestMail({ from: FROM })(deps(), await toSend(exampleDigest, true));
  await summary.send(false, undefined as never);
  const entry = await database.db
    .selectFrom('outbox')
    .select(['text', 'html'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry.text).toContain('Coaching recommended');
  expect(`${entry.text}${entry.html}`).not.toMatch(ATTACHED);
});

it('a digest whose table is too large for the mail server is sent without it, and does not speak of it', async () => {
  const [whole, shorter, ...more] = await allSent(exampleDigest, { isTooLarge: true });
  expect(whole?.files).toHaveLength(1);
  expect(shorter?.files).toBeUndefined();
  expect(shorter?.text).not.toMatch(ATTACHED);
  expect(more).toEqual([]);
});
