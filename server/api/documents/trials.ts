import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { lintRouteUse, parseRule, recipientsOfRule, unknownPolicies } from '../../../rules/lint/index.ts';
import { compareTrial } from '../../../store/alerts/index.ts';
import type { TrialExample } from '../../../store/alerts/index.ts';
import type { Db } from '../../../store/db/index.ts';
import {
  endTrial,
  getDocument,
  getVersion,
  lockDocument,
  publishedConditions,
  publishedPolicies,
  publishedRoutes,
  startTrial,
} from '../../../store/documents/index.ts';
import type { StoredDocument, TrialOutcome } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { driverName, given, namedOne, optionalBy, refused, storableText } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import { editFleet } from './checks.ts';
import { expectedDraft, refuseOtherDraft } from './draftHash.ts';

const TAG = 'Rules';
const kind = 'rule' as const;
const RULE_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

const why = storableText(2_000).optional().meta({ description: 'The reason, for the history.' });

const example = z.object({
  driver_id: z.string(),
  driver_name: driverName,
  trip_id: z.string(),
  at: z.iso.datetime(),
});

const undecided = z.object({
  unknown: z.int().meta({ description: 'A fact was not known.' }),
  failed: z.int().meta({ description: 'The evaluation failed.' }),
});

const comparison = z
  .object({
    version: z.int().meta({ description: 'The version on trial.' }),
    published_version: z.int(),
    who: z.string(),
    by: z.string().optional(),
    why: z.string().optional(),
    since: z.iso.datetime().meta({
      description: 'Start of the comparison: when the trial began, or the other version was published.',
    }),
    new: z.int().meta({ description: 'Alerts the trial would have sent, after throttle and budget.' }),
    old: z.int().meta({ description: 'Those of the published version.' }),
    both: z.int().meta({ description: 'Trips on which both alert.' }),
    only_new: z.int(),
    only_old: z.int(),
    trips: z.int().meta({ description: 'Trips evaluated since then.' }),
    undecided: z
      .object({ new: undecided, old: undecided })
      .meta({ description: 'Trips that a version could not decide.' }),
    examples: z.object({
      only_new: z.array(example),
      only_old: z.array(example),
      undecided: z.array(example).meta({ description: 'Those of the trial.' }),
    }),
  })
  .meta({ id: 'TrialComparison' });

/** A draft of a published rule may run in shadow beside it, and be compared. */
export function trialRoutes(api: RouteMaker, { database: { db }, now }: ServerDependencies): Route[] {
  return [
    api({
      method: 'post',
      path: '/rules/{id}/trial',
      id: 'startTrial',
      tag: TAG,
      role: 'editor',
      summary: 'Start a trial: run the draft in shadow beside the published version',
      description:
        'It is evaluated and recorded, and sends nothing. Started again with a changed draft, the trial begins again.',
      body: {
        schema: z.strictObject({ why, by: optionalBy, draft_hash: expectedDraft }),
        absent: {},
        example: { why: 'Is 4 in 7 days enough?' },
      },
      answer: {
        description: 'The trial runs.',
        schema: z.object({ version: z.int(), since: z.iso.datetime() }),
      },
      problems: {
        409: 'There is no draft, the draft has changed, no version is published, or there is nothing to compare.',
      },
      async run({ fleetId, params, body, caller }) {
        const { draft_hash: expected, ...reasons } = body;
        const edit = { who: caller.name, at: now(), ...given(reasons) };
        return editFleet(db, fleetId, async (tx) => {
          await lockDocument(tx, { fleetId, kind, id: params['id']! });
          const row = await found(tx, { fleetId, id: params['id']! });
          refuseOtherDraft(kind, row, expected);
          const { id, draft } = row;
          if (draft) await refuseUnfit(tx, fleetId, draft);
          const outcome = await startTrial(tx, { fleetId, kind, id, ...edit });
          if (!outcome.ok) throw notStarted(outcome, id);
          return { version: outcome.version, since: outcome.since.toISOString() };
        });
      },
    }),
    api({
      method: 'get',
      path: '/rules/{id}/trial',
      id: 'getTrial',
      tag: TAG,
      role: 'viewer',
      summary: 'Compare the draft on trial with the published version',
      answer: {
        description: 'What the draft and the published version would have sent.',
        schema: comparison,
      },
      run: async ({ fleetId, params }) => compared(db, await found(db, { fleetId, id: params['id']! })),
    }),
    api({
      method: 'delete',
      path: '/rules/{id}/trial',
      id: 'endTrial',
      tag: TAG,
      role: 'editor',
      summary: 'End the trial',
      description: 'The draft stays, to be published or changed.',
      query: z.strictObject({ why, by: optionalBy }),
      answer: { description: 'The final comparison.', schema: comparison },
      async run({ fleetId, params, query, caller }) {
        const row = await found(db, { fleetId, id: params['id']! });
        const answer = await compared(db, row);
        await endTrial(db, { fleetId, kind, id: row.id, who: caller.name, at: now(), ...given(query) });
        return answer;
      },
    }),
  ];
}

async function found(
  db: Db,
  key: { readonly fleetId: string; readonly id: string },
): Promise<StoredDocument> {
  const document = RULE_ID.test(key.id) ? await getDocument(db, { ...key, kind }) : undefined;
  if (!document) throw new Problem(404, worded('problems.noDocument', { one: kind }));
  return document;
}

/** @throws Problem 422 for a draft with mistakes, 409 for one that would never match */
async function refuseUnfit(db: Db, fleetId: string, draft: unknown): Promise<void> {
  const read = parseRule(draft, { conditions: await publishedConditions(db, fleetId) });
  if (!read.ok) throw refused(worded('problems.draftRefused'), read.errors);
  const unknown = [
    ...unknownPolicies(read.document, await publishedPolicies(db, fleetId)),
    ...lintRouteUse(recipientsOfRule(read.document), await publishedRoutes(db, fleetId)).errors,
  ];
  if (unknown.length > 0) throw refused(worded('problems.draftRefused'), unknown);
  if (read.document.mode === 'off') throw new Problem(409, worded('problems.trialOff'));
}

function notStarted(outcome: TrialOutcome & { readonly ok: false }, id: string): Problem {
  switch (outcome.because) {
    case 'no_such_document':
      return new Problem(404, worded('problems.noDocument', { one: kind }));
    case 'no_draft':
      return new Problem(409, worded('problems.trialNoDraft', { id }));
    case 'not_published':
      return new Problem(409, worded('problems.trialNotPublished', { id }));
    case 'same_as_published':
      return new Problem(409, worded('problems.trialSame', { id }));
  }
}

async function compared(db: Db, row: StoredDocument): Promise<AnswerOf<typeof comparison>> {
  const { fleetId, id, trialVersion, trialSince, publishedVersion, publishedAt } = row;
  if (trialVersion === null || trialSince === null || publishedVersion === null || publishedAt === null)
    throw new Problem(404, worded('problems.noTrial', { id }));
  const since = publishedAt > trialSince ? publishedAt : trialSince;
  const tried = (await getVersion(db, { fleetId, kind, id, version: trialVersion }))!;
  const figures = await compareTrial(db, {
    fleetId,
    rule: id,
    version: trialVersion,
    published: publishedVersion,
    since,
  });
  const answer = given({
    version: trialVersion,
    published_version: publishedVersion,
    who: tried.who,
    by: tried.by,
    why: tried.why,
    since,
    new: figures.new,
    old: figures.old,
    both: figures.both,
    only_new: figures.new - figures.both,
    only_old: figures.old - figures.both,
    trips: figures.trips,
    undecided: figures.undecided,
    examples: {
      only_new: figures.onlyNew.map(onWire),
      only_old: figures.onlyOld.map(onWire),
      undecided: figures.notDecided.map(onWire),
    },
  });
  return namedOne(db, fleetId, answer);
}

function onWire({ driverId, tripId, at }: TrialExample): AnswerOf<typeof example> {
  return { driver_id: driverId, trip_id: tripId, at };
}
