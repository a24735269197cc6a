import * as z from 'zod';
import type { Db } from '../../store/database.ts';
import { publishDocument, retractDocument, rollbackDocument, saveDraft } from '../../store/documents.ts';
import type { PublishOutcome } from '../../store/documents.ts';
import { getDocument, getVersion, listDocuments, listVersions } from '../../store/documentReads.ts';
import type { DocumentVersion, StoredDocument } from '../../store/documentReads.ts';
import { parseRule } from '../../rules/schema.ts';
import type { DocumentIssue, Rule } from '../../rules/schema.ts';
import type { JsonObject } from '../../rules/trip.ts';
import type { ServerDependencies } from '../dependencies.ts';
import { Problem } from '../problem.ts';
import type { Route } from '../route.ts';
import { anyRule } from './decision.ts';
import { refused, storableText } from './input.ts';
import { fields, listAnswer, listOf, listQuery } from './list.ts';
import type { RouteMaker } from './route.ts';

const TAG = 'Rules';
const kind = 'rule' as const;

const why = storableText(2_000).optional().meta({ description: 'The reason, for the history.' });
const by = storableText(200).optional().meta({ description: 'The person, beside the token’s name.' });

const issue = z.object({
  pointer: z.string().meta({ description: 'JSON pointer; empty for the document itself.' }),
  message: z.string(),
  allowed: z.array(z.string()).optional(),
});

const storedRule = z
  .object({
    id: z.string(),
    version: z.int().optional().meta({ description: 'The version that counts; absent: none does.' }),
    rule: anyRule.optional().meta({ description: 'The rule that counts.' }),
    published_at: z.iso.datetime().optional(),
    draft: anyRule.optional().meta({ description: 'Saved and not published.' }),
    draft_at: z.iso.datetime().optional(),
    draft_by: z.string().optional(),
    trial_version: z.int().optional().meta({ description: 'Runs in shadow beside the version that counts.' }),
    trial_since: z.iso.datetime().optional(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'StoredRule' });

const ruleVersion = z
  .object({
    version: z.int(),
    rule: anyRule,
    at: z.iso.datetime(),
    who: z.string().meta({ description: 'Name of the token.' }),
    by: z.string().optional(),
    why: z.string().optional(),
    rolled_back_from: z.int().optional().meta({ description: 'The version whose content this one repeats.' }),
    trial: z.literal(true).optional().meta({ description: 'Made for a trial; it never counted.' }),
  })
  .meta({ id: 'RuleVersion' });

const published = z.object({ version: z.int().meta({ example: 3 }) });

/** Rules: draft, published version, history. */
export function ruleRoutes(api: RouteMaker, { database: { db }, now }: ServerDependencies): Route[] {
  return [
    api({
      ...{ method: 'get', path: '/rules', id: 'listRules', tag: TAG, role: 'viewer' },
      summary: 'Lists rules',
      query: listQuery({}),
      answer: { description: 'Rules, the one written last first.', schema: listOf(storedRule) },
      run: async ({ fleetId, query }) =>
        listAnswer(await listDocuments(db, { fleetId, kind, ...query }), ruleOnWire),
    }),
    api({
      ...{ method: 'post', path: '/rules/validate', id: 'validateRule', tag: TAG, role: 'viewer' },
      summary: 'Checks a rule without saving it',
      body: { schema: anyRule },
      answer: {
        description: 'What is wrong with it, if anything.',
        schema: z.object({ valid: z.boolean(), errors: z.array(issue), warnings: z.array(issue) }),
      },
      run: ({ body }) => {
        const read = parseRule(body);
        return Promise.resolve(
          read.ok
            ? { valid: true, errors: [], warnings: read.warnings }
            : { valid: false, errors: read.errors, warnings: [] },
        );
      },
    }),
    api({
      ...{ method: 'get', path: '/rules/{id}', id: 'getRule', tag: TAG, role: 'viewer' },
      summary: 'Shows a rule: what counts, and its draft',
      answer: { description: 'The rule.', schema: storedRule },
      run: async ({ fleetId, params }) => ruleOnWire(await found(db, { fleetId, id: params['id']! })),
    }),
    api({
      ...{ method: 'put', path: '/rules/{id}', id: 'putRule', tag: TAG, role: 'editor' },
      summary: 'Saves a draft',
      description: 'Nothing changes for trips until it is published. Defaults are filled in.',
      body: { schema: anyRule },
      answer: {
        description: 'The draft as saved.',
        schema: z.object({ id: z.string(), draft: anyRule, warnings: z.array(issue) }),
      },
      async run({ fleetId, params, body, caller }) {
        const id = params['id']!;
        const { document, warnings } = checked(body, id);
        const draft = document as unknown as JsonObject;
        await saveDraft(db, { fleetId, kind, id, body: draft, who: caller.name, at: now() });
        return { id, draft, warnings };
      },
    }),
    api({
      ...{ method: 'delete', path: '/rules/{id}', id: 'retractRule', tag: TAG, role: 'editor' },
      summary: 'Takes a rule out of use',
      description: 'Nothing of it counts any more; its history stays, and a rollback brings it back.',
      query: z.strictObject({ why }),
      answer: {
        description: 'Whether a version counted until now.',
        schema: z.object({ id: z.string(), retracted: z.boolean() }),
      },
      async run({ fleetId, params, query, caller }) {
        const { id } = await found(db, { fleetId, id: params['id']! });
        const edit = { who: caller.name, at: now(), ...(query.why === undefined ? {} : { why: query.why }) };
        return { id, retracted: await retractDocument(db, { fleetId, kind, id, ...edit }) };
      },
    }),
    api({
      ...{ method: 'get', path: '/rules/{id}/versions', id: 'listRuleVersions', tag: TAG, role: 'viewer' },
      summary: 'Lists the published versions of a rule',
      query: listQuery({}),
      answer: { description: 'Versions, newest first.', schema: listOf(ruleVersion) },
      async run({ fleetId, params, query }) {
        const { id } = await found(db, { fleetId, id: params['id']! });
        return listAnswer(await listVersions(db, { fleetId, kind, id, ...query }), versionOnWire);
      },
    }),
    api({
      ...{ method: 'post', path: '/rules/{id}/publish', id: 'publishRule', tag: TAG, role: 'editor' },
      summary: 'Makes the draft the version that counts',
      description: 'Published again without a new draft, it answers the version that counts.',
      body: { schema: z.strictObject({ why, by }), absent: {}, example: { why: 'Agreed with the depot.' } },
      answer: { description: 'The version that counts now.', schema: published },
      problems: { 409: 'There is neither a draft nor a published version.' },
      async run({ fleetId, params, body, caller }) {
        const { id, draft } = await found(db, { fleetId, id: params['id']! });
        if (draft) checked(draft, id);
        const edit = { who: caller.name, at: now(), ...fields(body) };
        return outcomeOnWire(await publishDocument(db, { fleetId, kind, id, ...edit }), id);
      },
    }),
    api({
      ...{ method: 'post', path: '/rules/{id}/rollback', id: 'rollBackRule', tag: TAG, role: 'editor' },
      summary: 'Publishes an earlier version again, as a new one',
      body: {
        schema: z.strictObject({ version: z.int().min(1).max(2_147_483_647), why, by }),
        example: { version: 2, why: 'Version 3 told too much.' },
      },
      answer: { description: 'The version that counts now.', schema: published },
      async run({ fleetId, params, body, caller }) {
        const { id } = await found(db, { fleetId, id: params['id']! });
        const { version, ...reasons } = body;
        const old = await getVersion(db, { fleetId, kind, id, version });
        if (old) checked(old.body, id);
        const edit = { who: caller.name, at: now(), ...fields(reasons) };
        return outcomeOnWire(await rollbackDocument(db, { fleetId, kind, id, version, ...edit }), id);
      },
    }),
  ];
}

/** A document that is there. @throws Problem 404 */
async function found(
  db: Db,
  key: { readonly fleetId: string; readonly id: string },
): Promise<StoredDocument> {
  const document = RULE_ID.test(key.id) ? await getDocument(db, { ...key, kind }) : undefined;
  if (!document) throw new Problem(404, 'There is no rule with this id.');
  return document;
}

const RULE_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** A rule that may be saved, its defaults filled in. @throws Problem 422 with every mistake */
function checked(body: unknown, id: string): { document: Rule; warnings: readonly DocumentIssue[] } {
  const read = parseRule(body);
  const errors = read.ok ? [] : [...read.errors];
  const { id: own } = (body ?? {}) as { id?: unknown };
  if (typeof own === 'string' && own !== id)
    errors.push({ pointer: '/id', message: 'is not the id in the address', allowed: [id] });
  if (!read.ok || errors.length > 0) throw refused('The rule is refused.', errors);
  return read;
}

function outcomeOnWire(outcome: PublishOutcome, id: string): { version: number } {
  if (outcome.ok) return { version: outcome.version };
  if (outcome.because === 'no_draft')
    throw new Problem(409, `Rule "${id}" has no draft to publish: save one with PUT first.`);
  if (outcome.because === 'no_such_version') throw new Problem(404, `Rule "${id}" has no such version.`);
  throw new Problem(404, 'There is no rule with this id.');
}

function ruleOnWire(row: StoredDocument): Record<string, unknown> {
  return fields({
    id: row.id,
    version: row.publishedVersion,
    rule: row.published,
    published_at: row.publishedAt,
    draft: row.draft,
    draft_at: row.draftAt,
    draft_by: row.draftBy,
    trial_version: row.trialVersion,
    trial_since: row.trialSince,
    updated_at: row.updatedAt,
  });
}

function versionOnWire(row: DocumentVersion): Record<string, unknown> {
  return fields({
    version: row.version,
    rule: row.body,
    at: row.at,
    who: row.who,
    by: row.by,
    why: row.why,
    rolled_back_from: row.rolledBackFrom,
    trial: row.trial || undefined,
  });
}
