import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { Language } from '../../../messages/language/index.ts';
import { PEOPLE_CHANNELS } from '../../../rules/channels/index.ts';
import type { PeopleChannel } from '../../../rules/channels/index.ts';
import { chosenPeriod } from '../../../rules/digests/index.ts';
import { CHANNEL, emailAddress, issueAt, messageOf, sentence } from '../../../rules/documents/index.ts';
import type { Digest } from '../../../rules/lint/index.ts';
import { whyRecipient } from '../../../messages/decisions/index.ts';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import { outboxIdOf } from '../../../store/deliveries/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import {
  digestMessages,
  listDigestRuns,
  listUnsubscribed,
  moveDigestRun,
  openDigestNow,
} from '../../../store/digests/index.ts';
import type { DigestRun } from '../../../store/digests/index.ts';
import { getDocument } from '../../../store/documents/index.ts';
import type { StoredDocument } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given, languageAsked, listAnswer, listQuery, onWire, refused, storableText } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import { noSuch, shownTo } from '../documents/index.ts';

const TAG = 'Digests';

const receiver = z.union([emailAddress().max(254), z.string().regex(CHANNEL)], {
  error: messageOf(sentence('mustBe', { wanted: sentence('form_addressOrChannel') })),
});
const sendBody = z.strictObject({
  why: storableText(LIMITS.templateLength).min(1).meta({
    description: 'The reason; recorded in the audit log.',
  }),
  period: z.iso.date().optional(),
  compare: z.iso.date().optional(),
  to: z.array(receiver).min(1).max(LIMITS.recipients).optional(),
});

/** Returns the routes that send a digest now and list sent ones. */
export function digestRunRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'post',
      path: '/digests/{id}/send',
      id: 'sendDigest',
      tag: TAG,
      role: 'editor',
      summary: 'Send a digest now',
      description:
        'For the last complete period, or an earlier one that is named by its last date. With `to`, it is sent to these recipients only. The schedule does not change: the next scheduled digest is sent when due.',
      body: {
        schema: sendBody,
        example: { why: 'The board meets.', period: '2026-03-29', to: ['me@example.com'] },
      },
      status: 202,
      locate: ({ address }) => String(address),
      answer: {
        description: 'The digest is being made.',
        schema: askedRun,
        headers: { location: 'Where to see the outcome.' },
      },
      problems: { 409: 'It has no published version.' },
      async run({ fleetId, params, body, caller }) {
        const id = params['id']!;
        const document = await getDocument(db, { fleetId, kind: 'digest', id });
        if (!document) throw noSuch('digest');
        if (!document.published || document.publishedVersion === null)
          throw new Problem(409, worded('problems.digestUnpublished'));
        const digest = document.published as unknown as Digest;
        const { why, to, ...dates } = given(body);
        const chosen = chosenPeriod(dates, { kind: digest.period, now: deps.now() });
        if (!chosen.ok)
          throw refused(worded('problems.bodyRefused'), [issueAt(`/${chosen.field}`, chosen.said)]);
        const runId = await openDigestNow(db, {
          fleetId,
          digestId: id,
          version: document.publishedVersion,
          document: document.published,
          period: chosen.period,
          who: caller.name,
          why,
          at: deps.now(),
          ...(to && { onlyTo: to }),
        });
        try {
          await deps.workflows.startDigest({ fleet: fleetId, runId });
        } catch (error) {
          const reason = 'Temporal did not answer.';
          const call = { fleetId, id: runId, state: 'failed', reason, at: deps.now() } as const;
          // The workflow may have started although the call failed. A run that still gathers figures is
          // marked as failed and sends nothing. A run that already sends is answered as started.
          if (await moveDigestRun(db, { ...call, from: ['gathering'] })) throw error;
        }
        const { now, before } = chosen.period;
        const address = `/api/v1/fleets/${fleetId}/digests/${id}/runs`;
        return { id: runId, state: 'gathering' as const, period: now, compared_with: before, address };
      },
    }),
    api({
      method: 'get',
      path: '/digests/{id}/runs',
      id: 'listDigestRuns',
      tag: TAG,
      role: 'viewer',
      summary: 'List the runs of a digest, with recipients and outcomes',
      description: 'Includes refusals of mail servers, and digests that were retired.',
      isGroupScoped: true,
      query: listQuery({ language: languageAsked }),
      answer: {
        description: 'Its runs, newest first.',
        schema: z.object({
          items: z.array(digestRun),
          next_cursor: z.string().optional(),
          unsubscribed: z
            .array(z.object({ address: z.string(), at: z.iso.datetime() }))
            .meta({ description: 'Who has unsubscribed.' }),
        }),
      },
      async run({ fleetId, params, query: { language, ...query }, caller: { groups } }) {
        const digestId = params['id']!;
        const listed = await listDigestRuns(db, { fleetId, digestId, ...given(query), ofGroups: groups });
        const document = await getDocument(db, { fleetId, kind: 'digest', id: digestId });
        const shown = document && shownTo(groups, document);
        if (listed.items.length === 0 && !shown) throw noSuch('digest');
        const runIds = listed.items.map(({ id }) => id);
        const messages = await digestMessages(db, { fleetId, runIds });
        const gone = await listUnsubscribed(db, { fleetId, digestId });
        const named = groups && namedAddresses(shown, messages);
        return {
          ...listAnswer(listed, (run) =>
            runOnWire(
              run,
              messages.filter((each) => each.digestRunId === run.id),
              language,
            ),
          ),
          unsubscribed: gone
            .filter(({ address }) => named?.has(address) ?? true)
            .map(({ address, createdAt }) => given({ address, at: createdAt })),
        };
      },
    }),
  ];
}

/**
 * Returns, in lower case, the addresses in the digest and its messages. An unsubscribed address is shown to a
 * caller limited to groups only if it is one of these.
 * Other addresses may have unsubscribed when the digest covered the whole fleet.
 */
function namedAddresses(
  shown: StoredDocument | undefined,
  messages: readonly Delivery[],
): ReadonlySet<string> {
  const digests = [shown?.published, shown?.draft].map(
    (body) => body as unknown as Digest | null | undefined,
  );
  const addresses = [
    ...digests.flatMap((digest) => digest?.to ?? []),
    ...messages.map(({ receiver }) => receiver),
  ];
  return new Set(addresses.map((address) => address.toLowerCase()));
}

const range = z.object({ from: z.iso.date(), to: z.iso.date() }).meta({
  description: 'Whole UTC dates, both included.',
});
const state = z.enum(['gathering', 'sending', 'done', 'failed']);

/** Schema of a digest run that was just started. */
const askedRun = z.object({
  id: z.string(),
  state: z.literal('gathering'),
  period: range,
  compared_with: range,
  address: z.string(),
});

/** Schema of one recipient of a digest run, with the state of the message. */
const digestReceiver = z.object({
  delivery_id: z.string(),
  action: z.enum(PEOPLE_CHANNELS),
  receiver: z.string(),
  because: z.string().optional().meta({ description: 'Why, where a recipient route names them.' }),
  state: z.enum(['pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed']),
  reason: z.string().optional().meta({
    description: 'When failed: the refusal. When skipped: `unsubscribed` or `too_late`.',
  }),
  last_error: z.string().optional(),
  attempts: z.int(),
  possible_repeat: z.boolean().meta({ description: 'It may have arrived twice (possible duplicate).' }),
  outbox_id: z.string().optional(),
  at: z.iso.datetime(),
});

/** Schema of a digest run with all its recipients. */
const digestRun = z
  .object({
    id: z.string(),
    version: z.int(),
    kind: z.enum(['day', 'week', 'month']),
    period: range,
    compared_with: range,
    origin: z.enum(['scheduled', 'on_demand']),
    who: z.string().optional().meta({ description: 'For a requested run: the token’s name.' }),
    why: z.string().optional(),
    part_of: z.string().optional().meta({
      description: 'For the part that goes to an entry of a recipient route: the run it belongs to.',
    }),
    groups: z.array(z.string()).optional().meta({ description: 'For a part: its groups.' }),
    state: state.meta({
      description: '`gathering`: figures are read. `sending`: messages are on their way.',
    }),
    reason: z.string().optional().meta({
      description: 'Why it failed, or why nobody received it: `all_unsubscribed`, `no_recipient_reached`.',
    }),
    caveats: z.array(z.string()).meta({ description: 'Its notes on incomplete or changed data.' }),
    receivers: z.array(digestReceiver),
    at: z.iso.datetime(),
    settled_at: z.iso.datetime().optional(),
  })
  .meta({ id: 'DigestRun' });

/** Returns a digest run as the API shows it. */
function runOnWire(
  run: DigestRun,
  messages: readonly Delivery[],
  language: Language,
): AnswerOf<typeof digestRun> {
  return onWire(digestRun, run, {
    kind: run.period,
    // Lists contain no previews, so every other origin is a run on demand.
    origin: run.origin === 'scheduled' ? 'scheduled' : 'on_demand',
    period: { from: run.periodFrom, to: run.periodTo },
    compared_with: { from: run.beforeFrom, to: run.beforeTo },
    groups: run.part,
    who: run.requestedBy,
    caveats: run.caveats ?? [],
    receivers: messages.map((row) => receiverOnWire(row, language)),
    at: run.createdAt,
  });
}

function receiverOnWire(row: Delivery, language: Language): AnswerOf<typeof digestReceiver> {
  return onWire(digestReceiver, row, {
    delivery_id: row.id,
    // Digests are sent only over channels to people.
    action: row.action as PeopleChannel,
    because: row.recipientReason && whyRecipient(row.recipientReason, language),
    last_error: row.state === 'sent' ? null : row.lastError,
    attempts: row.attempt,
    outbox_id: outboxIdOf(row),
    at: row.settledAt ?? row.plannedAt,
  });
}
