import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { Rule } from '../../../rules/lint/index.ts';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { compareRules } from '../../../store/alerts/index.ts';
import type { ComparedTrip } from '../../../store/alerts/index.ts';
import type { Db } from '../../../store/db/index.ts';
import {
  getDocument,
  lockDocument,
  publishDocument,
  publishedDocuments,
  saveDraft,
} from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  editFleet,
  expectedDraft,
  found,
  mayChange,
  mayCount,
  outcomeOnWire,
  publishedAnswer,
  refuseOtherDraft,
  why,
} from '../documents/index.ts';
import type { DocumentOf, DocumentType } from '../documents/index.ts';
import { driverName, given, namedOne, optionalBy } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const SUFFIX = '-copy';
const LONGEST_ID = 63;
const NAME_SUFFIX = ' (copy)';

const trip = z.object({
  driver_id: z.string(),
  driver_name: driverName,
  trip_id: z.string(),
  at: z.iso.datetime(),
});
const trips = z.array(trip);

const comparison = z
  .object({
    original: z.string().meta({ description: 'The rule that was copied.' }),
    copy: z.string().meta({ description: 'The rule whose `copy_of` names it.' }),
    version: z.int().meta({ description: 'The published version of the copy.' }),
    since: z.iso.datetime().meta({
      description:
        'Start of the comparison: when the published version of the copy, or of the original, began.',
    }),
    both: z.int().meta({ description: 'Trips on which both alerted, whatever became of the alerts.' }),
    only_original: z.int().meta({ description: 'Trips on which the original alone alerted.' }),
    only_copy: z.int().meta({ description: 'Trips on which the copy alone alerted.' }),
    passed: z
      .object({ original: z.int(), copy: z.int() })
      .meta({ description: 'Alerts that passed the throttle and the budget of their rule.' }),
    examples: z
      .object({ both: trips, only_original: trips, only_copy: trips })
      .meta({ description: 'The newest trips of each side.' }),
  })
  .meta({ id: 'ShadowCopyComparison' });

/**
 * Returns the routes of shadow copies. A changed rule runs in shadow beside the published one, and their
 * alerts are compared.
 */
export function shadowCopyRoutes(
  api: RouteMaker,
  { database: { db }, now }: ServerDependencies,
  rules: DocumentType,
): Route[] {
  const { kind } = rules;
  return [
    api({
      method: 'post',
      path: '/rules/{id}/shadow-copy',
      id: 'runShadowCopy',
      tag: rules.tag,
      role: 'editor',
      summary: 'Run a copy in shadow: publish the draft as a second rule that sends nothing',
      description:
        'The copy has the id of the rule with `-copy`, the mode `shadow` and a `copy_of` that names the rule. Without a draft, the published version is copied. Repeated with a changed draft, the copy gets another version, and the comparison begins again.',
      body: {
        schema: z.strictObject({ why, by: optionalBy, draft_hash: expectedDraft }),
        absent: {},
        example: { why: 'Is 4 in 7 days enough?' },
      },
      answer: {
        description: 'The published version of the copy.',
        schema: publishedAnswer.extend({ id: z.string().meta({ description: 'The id of the copy.' }) }),
      },
      problems: {
        409: `No version of the rule is published, the draft has changed, or another rule has the id; or the fleet has ${LIMITS.documents} published rules already.`,
      },
      async run({ fleetId, params, body, caller }) {
        const { draft_hash: expected, ...reasons } = body;
        return editFleet(db, fleetId, async (tx) => {
          // The document is locked, so that the checked draft is the one that is copied.
          await lockDocument(tx, { fleetId, kind, id: params['id']! });
          const row = await found(tx, rules, { fleetId, id: params['id']! });
          refuseOtherDraft(rules.one, row, expected);
          if (!row.published) throw new Problem(409, worded('problems.copyNotPublished', { id: row.id }));
          const copy = copyOf(row.draft ?? row.published, row.id);
          const of = { fleetId, id: copy.id };
          await refuseOtherRule(tx, of, row.id);
          await mayChange(tx, rules, { ...of, body: copy, role: caller.role, isMeant: true });
          const warnings = await mayCount(tx, rules, { ...of, body: copy });
          const edit = { ...of, kind, who: caller.name, at: now(), ...given(reasons) };
          await saveDraft(tx, { ...edit, body: copy });
          const outcome = await publishDocument(tx, edit);
          return { id: copy.id, ...outcomeOnWire(rules, outcome, { id: copy.id, warnings }) };
        });
      },
    }),
    api({
      method: 'get',
      path: '/rules/{id}/comparison',
      id: 'compareRule',
      tag: rules.tag,
      role: 'viewer',
      summary: 'Compare the alerts of a rule with those of its copies',
      description:
        'Of a copy, the comparison with its original; of any other rule, one for each published copy of it.',
      answer: {
        description: 'The comparisons, by the id of the copy; empty when there is no copy.',
        schema: z.object({ items: z.array(comparison) }),
      },
      async run({ fleetId, params }) {
        const { id } = await found(db, rules, { fleetId, id: params['id']! });
        const published = await publishedDocuments(db, { fleetId, kind });
        const copies = published.map(({ id: copy, body }) => ({
          copy,
          original: (body as unknown as Rule).copy_of,
        }));
        const items: AnswerOf<typeof comparison>[] = [];
        for (const { copy, original } of copies)
          if (original !== undefined && (copy === id || original === id))
            items.push(await compared(db, { fleetId, id: copy }, original));
        return namedOne(db, fleetId, { items });
      },
    }),
  ];
}

/** Returns the copy of a rule that runs in shadow. */
function copyOf(rule: JsonObject, id: string): JsonObject & { readonly id: string } {
  return {
    ...rule,
    id: `${id.slice(0, LONGEST_ID - SUFFIX.length)}${SUFFIX}`,
    name: `${(rule as unknown as Rule).name.slice(0, LIMITS.nameLength - NAME_SUFFIX.length)}${NAME_SUFFIX}`,
    mode: 'shadow',
    copy_of: id,
  };
}

/**
 * Refuses to overwrite a rule that is not a copy of the original.
 * @throws Problem 409
 */
async function refuseOtherRule(db: Db, of: DocumentOf, original: string): Promise<void> {
  const present = await getDocument(db, { ...of, kind: 'rule' });
  const bodies = [present?.published, present?.draft].filter((body) => body !== null && body !== undefined);
  if (bodies.every((body) => body['copy_of'] === original)) return;
  throw new Problem(409, worded('problems.copyTaken', { copy: of.id, id: original }));
}

async function compared(
  db: Db,
  { fleetId, id: copy }: DocumentOf,
  original: string,
): Promise<AnswerOf<typeof comparison>> {
  const key = { fleetId, kind: 'rule' } as const;
  const row = await getDocument(db, { ...key, id: copy });
  const other = await getDocument(db, { ...key, id: original });
  const since = new Date(Math.max(Number(row?.publishedAt ?? 0), Number(other?.publishedAt ?? 0)));
  const { trips: sides, passed, examples } = await compareRules(db, { fleetId, original, copy, since });
  return {
    original,
    copy,
    version: row?.publishedVersion ?? 0,
    since,
    ...sides,
    passed,
    examples: {
      both: examples.both.map(tripOnWire),
      only_original: examples.only_original.map(tripOnWire),
      only_copy: examples.only_copy.map(tripOnWire),
    },
  };
}

function tripOnWire({ driverId, tripId, at }: ComparedTrip): AnswerOf<typeof trip> {
  return { driver_id: driverId, trip_id: tripId, at };
}
