import * as z from 'zod';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import { documentJsonSchema } from '../../../rules/schemas/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { DocumentIssue } from '../../../rules/lint/index.ts';
import type { Db, Tx } from '../../../store/db/index.ts';
import {
  discardDraft,
  getDocument,
  getVersion,
  listDocuments,
  listVersions,
  lockDocument,
  publishDocument,
  retireDocument,
  rollbackDocument,
  saveDraft,
} from '../../../store/documents/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given, issue, listAnswer, listOf, listQuery, optionalBy } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { inWordsOf, languageOfIssues, said } from './language.ts';
import { checked, editFleet, found, mayCount, mayChange, mayGo, noSuchVersion, takenId } from './checks.ts';
import {
  draftHash,
  draftHashOf,
  draftTextHash,
  draftTextHashOf,
  expectedDraft,
  isPublished,
  refuseOtherBase,
  refuseOtherDraft,
  replacedDraft,
} from './draftHash.ts';
import type { DocumentOf, DocumentType } from './schemas.ts';
import { shownTo } from './visibility.ts';
import * as answers from './answers.ts';

const { outcomeOnWire, publishedAnswer, why } = answers;

/** Returns the routes that every kind of document has: draft, published version, history. */
export function documentRoutes(
  api: RouteMaker,
  { database: { db }, fleetNames, now }: ServerDependencies,
  noun: DocumentType,
): Route[] {
  const { kind, path, tag, one, many, idOne, idMany, schema } = noun;
  const stored = answers.storedSchema(noun);
  const at = noun.only === undefined ? `${path}/{id}` : path;
  const idOf = (params: Readonly<Record<string, string>>): string => noun.only ?? params['id']!;
  const writer = noun.writer ?? 'editor';
  const article = noun.only !== undefined ? 'the ' : /^[aeiou]/.test(one) ? 'an ' : 'a ';
  const groupTokens = noun.isOfGroups ? { isGroupScoped: true as const } : {};

  const listRoute = (): Route =>
    api({
      method: 'get',
      path,
      id: `list${idMany}`,
      tag,
      role: 'viewer',
      summary: `List ${many}`,
      query: listQuery({}),
      ...groupTokens,
      answer: { description: 'Most recently changed first.', schema: listOf(stored) },
      run: async ({ fleetId, query, caller: { groups } }) =>
        listAnswer(await listDocuments(db, { fleetId, kind, ...query, ofGroups: groups }), (row) =>
          answers.storedOnWire(noun, shownTo(groups, row)!),
        ),
    });

  /**
   * Creates the route of the JSON Schema, for editors. It is registered before the documents' routes, because
   * its URL looks like a document's.
   */
  const schemaRoute = (): Route =>
    api({
      method: 'get',
      path: `${path}/schema`,
      id: `fleet${idOne}Schema`,
      tag,
      role: 'viewer',
      summary: `The JSON Schema of ${article}${one}, for editors`,
      ...(noun.completes && { description: `Includes the fleet’s ${noun.completes} for completion.` }),
      answer: { description: 'JSON Schema.', schema: z.record(z.string(), z.unknown()) },
      async run({ fleetId }) {
        const names = noun.completes === undefined ? {} : await fleetNames(fleetId);
        return documentJsonSchema(noun.kind, { ...names, ...(await noun.names?.(db, fleetId)) });
      },
    });

  /** Runs an edit of a published document under the fleet's lock, and reports the change. */
  async function counting<T>(fleetId: string, edit: (tx: Tx) => Promise<T>): Promise<T> {
    const done = await editFleet(db, fleetId, edit);
    noun.changed?.(fleetId);
    return done;
  }

  return [
    schemaRoute(),
    ...(noun.only === undefined ? [listRoute()] : []),
    api({
      method: 'post',
      path: `${path}/validate`,
      id: `validate${idOne}`,
      tag,
      role: 'viewer',
      summary: `Validate ${article}${one} without saving it`,
      cost: 'reading',
      query: z.strictObject({ language: languageOfIssues }),
      body: { schema, takesComments: true },
      answer: {
        description: 'Errors and warnings.',
        schema: z.object({ valid: z.boolean(), errors: z.array(issue), warnings: z.array(issue) }),
      },
      async run({ fleetId, body, query: { language } }) {
        const read = await noun.read(db, fleetId, body);
        if (!read.ok)
          return {
            valid: false,
            errors: said(read.errors, language),
            warnings: said(read.warnings, language),
          };
        const document = read.document as JsonObject & { readonly id: string };
        const of = { fleetId, id: document.id };
        const errors = [...takenId(noun, of.id), ...((await noun.breaks?.(db, of, document)) ?? [])];
        const refusals = new Set(errors.map(({ pointer, message }) => `${pointer} ${message}`));
        const further = ((await noun.warnings?.(db, of, document)) ?? []).filter(
          ({ pointer, message }) => !refusals.has(`${pointer} ${message}`),
        );
        const tried = errors.length === 0 ? ((await noun.tried?.(db, of, document)) ?? []) : [];
        return {
          valid: errors.length === 0,
          errors: said(errors, language),
          warnings: said([...read.warnings, ...further, ...tried], language),
        };
      },
    }),
    api({
      method: 'get',
      path: at,
      id: `get${idOne}`,
      tag,
      role: 'viewer',
      summary: `Show ${article}${one}: the published version and the draft`,
      ...groupTokens,
      answer: { description: `The ${one}.`, schema: stored },
      async run({ fleetId, params, caller: { groups } }) {
        const shown = shownTo(groups, await found(db, noun, { fleetId, id: idOf(params) }));
        if (!shown) throw answers.noSuch(one);
        return answers.storedOnWire(noun, shown);
      },
    }),
    api({
      method: 'put',
      path: at,
      id: `put${idOne}`,
      tag,
      role: writer,
      summary: 'Save a draft',
      description:
        'The draft has no effect until it is published. Defaults are filled in. With the content type `application/jsonc` it may hold comments: the text is stored with the version, and everything else, `draft_hash` included, is about the content.',
      query: z.strictObject({ replaces: replacedDraft, language: languageOfIssues }),
      body: { schema, takesComments: true },
      problems: { 409: 'Something else is there than what `replaces` says.' },
      answer: {
        description: 'The draft as saved.',
        schema: z.object({
          id: z.string(),
          draft: schema,
          draft_hash: draftHash,
          draft_text_hash: draftTextHash,
          warnings: z.array(issue),
        }),
      },
      async run({ fleetId, params, query, body, source, caller }) {
        const id = idOf(params);
        const { document: draft, warnings } = await inWordsOf(query.language, () =>
          checked(db, noun, { fleetId, id, body }),
        );
        const further = (await noun.warnings?.(db, { fleetId, id }, draft)) ?? [];
        const edit = { fleetId, kind, id, body: draft, source, who: caller.name, at: now() };
        if (query.replaces === undefined) await saveDraft(db, edit);
        else
          await editFleet(db, fleetId, async (tx) => {
            // The document is locked, so that the compared draft is the one that is replaced.
            await lockDocument(tx, edit);
            refuseOtherBase(one, await getDocument(tx, edit), query.replaces);
            await saveDraft(tx, edit);
          });
        const hashes = {
          draft_hash: draftHashOf(draft),
          draft_text_hash: draftTextHashOf(draft, source),
        };
        return { id, draft, ...hashes, warnings: said([...warnings, ...further], query.language) };
      },
    }),
    api({
      method: 'delete',
      path: at,
      id: `retire${idOne}`,
      tag,
      role: writer,
      summary: `Retire ${article}${one}`,
      description: `${noun.only === undefined ? 'It has no effect any more' : 'The defaults apply again'}; the history stays, and a rollback restores it.`,
      query: z.strictObject({ why }),
      answer: {
        description: 'Whether a version was published until now.',
        schema: z.object({ id: z.string(), retired: z.boolean() }),
      },
      ...(noun.users && { problems: { 409: 'A published document uses it.' } }),
      async run({ fleetId, params, query, caller }) {
        const { id } = await found(db, noun, { fleetId, id: idOf(params) });
        const edit = { who: caller.name, at: now(), ...(query.why === undefined ? {} : { why: query.why }) };
        return counting(fleetId, async (tx) => {
          await mayGo(tx, noun, { fleetId, id });
          await mayChange(tx, noun, { fleetId, id, body: undefined, role: caller.role, isMeant: true });
          return { id, retired: await retireDocument(tx, { fleetId, kind, id, ...edit }) };
        });
      },
    }),
    api({
      method: 'delete',
      path: `${at}/draft`,
      id: `discard${idOne}Draft`,
      tag,
      role: writer,
      summary: 'Discard a draft',
      description:
        'The published version stays as it is. A document of which nothing was ever published goes with its draft; the audit log says who discarded it.',
      query: z.strictObject({ why, by: optionalBy, draft_hash: expectedDraft }),
      problems: { 409: 'The draft has changed.' },
      answer: {
        description: 'Whether there was a draft.',
        schema: z.object({ id: z.string(), discarded: z.boolean() }),
      },
      async run({ fleetId, params, query, caller }) {
        const { draft_hash: expected, ...reasons } = query;
        const key = { fleetId, kind, id: idOf(params) };
        const edit = { who: caller.name, at: now(), ...given(reasons) };
        return editFleet(db, fleetId, async (tx) => {
          // The document is locked, so that the compared draft is the one that is discarded.
          await lockDocument(tx, key);
          const row = await found(tx, noun, key);
          refuseOtherDraft(one, row, row.draft ? expected : undefined);
          return { id: row.id, discarded: await discardDraft(tx, { ...key, ...edit }) };
        });
      },
    }),
    api({
      method: 'get',
      path: `${at}/versions`,
      id: `list${idOne}Versions`,
      tag,
      role: 'viewer',
      summary: `List the published versions of ${article}${one}`,
      query: listQuery({}),
      answer: {
        description: 'Versions, newest first.',
        schema: listOf(answers.versionSchema(noun)),
      },
      async run({ fleetId, params, query }) {
        const { id } = await found(db, noun, { fleetId, id: idOf(params) });
        return listAnswer(await listVersions(db, { fleetId, kind, id, ...query }), (row) =>
          answers.versionOnWire(noun, row),
        );
      },
    }),
    api({
      method: 'post',
      path: `${at}/publish`,
      id: `publish${idOne}`,
      tag,
      role: writer,
      summary: 'Publish a draft',
      description: 'Without a new draft, the answer is the published version.',
      query: z.strictObject({ language: languageOfIssues }),
      body: {
        schema: z.strictObject({ why, by: optionalBy, draft_hash: expectedDraft }),
        absent: {},
        example: { why: 'Agreed with the depot.' },
      },
      answer: { description: 'The published version.', schema: publishedAnswer },
      problems: {
        409: `There is neither a draft nor a published version, or the draft has changed; or the fleet has ${LIMITS.documents} published ${many} already.`,
      },
      async run({ fleetId, params, query: { language }, body, caller }) {
        const { draft_hash: expected, ...reasons } = body;
        const edit = { who: caller.name, at: now(), ...given(reasons) };
        const tried = await triedDraft(db, noun, { fleetId, id: idOf(params) });
        return counting(fleetId, async (tx) => {
          // The document is locked, so that the checked draft is the one that is published.
          await lockDocument(tx, { fleetId, kind, id: idOf(params) });
          const row = await found(tx, noun, { fleetId, id: idOf(params) });
          refuseOtherDraft(one, row, expected);
          const { id, draft } = row;
          const isMeant = expected !== undefined || row.draftBy === caller.name;
          if (draft && !isPublished(row))
            await mayChange(tx, noun, { fleetId, id, body: draft, role: caller.role, isMeant });
          const warnings = draft
            ? await inWordsOf(language, () => mayCount(tx, noun, { fleetId, id, body: draft }))
            : [];
          const outcome = await publishDocument(tx, { fleetId, kind, id, ...edit });
          return outcomeOnWire(noun, outcome, { id, warnings: said([...warnings, ...tried], language) });
        });
      },
    }),
    api({
      method: 'post',
      path: `${at}/rollback`,
      id: `rollBack${idOne}`,
      tag,
      role: writer,
      summary: 'Roll back: publish an earlier version again, as a new one',
      body: {
        schema: z.strictObject({
          version: z.int().min(1).max(2_147_483_647).meta({ description: 'The version to go back to.' }),
          why,
          by: optionalBy,
        }),
        example: { version: 2, why: 'Version 3 alerted too often.' },
      },
      answer: { description: 'The published version.', schema: publishedAnswer },
      problems: { 409: `The fleet has ${LIMITS.documents} published ${many} already.` },
      async run({ fleetId, params, body, caller }) {
        const { version, ...reasons } = body;
        const edit = { who: caller.name, at: now(), ...given(reasons) };
        return counting(fleetId, async (tx) => {
          const row = await found(tx, noun, { fleetId, id: idOf(params) });
          const { id } = row;
          const old = await getVersion(tx, { fleetId, kind, id, version });
          if (!old) throw await noSuchVersion(tx, noun, { fleetId, id, version });
          if (version !== row.publishedVersion)
            await mayChange(tx, noun, { fleetId, id, body: old.body, role: caller.role, isMeant: true });
          const warnings = await mayCount(tx, noun, { fleetId, id, body: old.body });
          const outcome = await rollbackDocument(tx, { fleetId, kind, id, version, ...edit });
          return outcomeOnWire(noun, outcome, { id, warnings });
        });
      },
    }),
  ];
}

/**
 * Returns warnings from trying a draft that is about to be published. The trial runs before the draft is
 * locked. A draft that would be refused is not tried.
 */
async function triedDraft(db: Db, noun: DocumentType, of: DocumentOf): Promise<readonly DocumentIssue[]> {
  if (!noun.tried) return [];
  const { draft } = await found(db, noun, of);
  const read = draft && (await noun.read(db, of.fleetId, draft));
  return read?.ok ? noun.tried(db, of, read.document) : [];
}
