import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { inTransaction, json } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { addVersion, auditEdit, lockDocument, setDocument } from './edits.ts';
import type { Edit } from './edits.ts';
import { getVersion } from './reads.ts';
import type { DocumentKey } from './reads.ts';

export type { Edit } from './edits.ts';

/** The result of publishing or rolling back. `isNew` is false if the same body was published already. */
export type PublishOutcome =
  | { readonly ok: true; readonly version: number; readonly isNew: boolean }
  | { readonly ok: false; readonly because: 'no_such_document' | 'no_draft' | 'no_such_version' };

/** Values of a document's draft columns when it has no draft. */
const NO_DRAFT = { draft: null, draftAt: null, draftBy: null, draftSource: null } as const;

/**
 * Saves a draft. The published version stays unchanged.
 * @param args.source the body's text with its comments
 */
export async function saveDraft(
  db: Db,
  args: DocumentKey & Edit & { readonly body: JsonObject; readonly source?: string | undefined },
): Promise<void> {
  const { fleetId, kind, id, at } = args;
  const draft = {
    draft: json(args.body),
    draftAt: at,
    draftBy: args.who,
    draftSource: args.source ?? null,
    updatedAt: at,
  };
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('documents')
      .values({ fleetId, kind, id, lastVersion: 0, ...draft })
      .onConflict((conflict) => conflict.columns(['fleetId', 'kind', 'id']).doUpdateSet(draft))
      .execute();
    await auditEdit(tx, args, { what: 'draft_saved' });
  });
}

/**
 * Publishes a draft. If the body equals the published one, returns the same version and records nothing, so that the call can be
 * repeated. If only the comments differ, they replace those of the version.
 */
export async function publishDocument(db: Db, args: DocumentKey & Edit): Promise<PublishOutcome> {
  return inTransaction(db, async (tx) => {
    const row = await lockDocument(tx, args);
    if (row === undefined) return { ok: false, because: 'no_such_document' };
    const { draft, draftSource, publishedVersion } = row;
    if (draft === null)
      return publishedVersion === null
        ? { ok: false, because: 'no_draft' }
        : { ok: true, version: publishedVersion, isNew: false };
    if (row.draftIsPublished && publishedVersion !== null) {
      if (draftSource !== null)
        await keepSource(tx, args, { version: publishedVersion, source: draftSource });
      await setDocument(tx, args, NO_DRAFT);
      return { ok: true, version: publishedVersion, isNew: false };
    }
    const version = await addVersion(tx, args, { body: draft, source: draftSource, after: row.lastVersion });
    await setDocument(tx, args, {
      ...NO_DRAFT,
      publishedVersion: version,
      lastVersion: version,
      updatedAt: args.at,
    });
    await auditEdit(tx, args, { what: 'published', details: { version } });
    return { ok: true, version, isNew: true };
  });
}

/** A document's content, and its text with comments if the sender provided it. */
interface Content {
  readonly body: JsonObject;
  readonly source: string | null;
}

/**
 * Publishes a changed copy of the published version, independent of the draft.
 * @param args.published the content of the new version
 * @param args.draft the new content of the draft, which keeps its author. Absent: the draft stays unchanged.
 * @param args.details what changed, for the audit log
 */
export async function publishBeside(
  db: Db,
  args: DocumentKey &
    Edit & {
      readonly published: Content;
      readonly draft?: Content | undefined;
      readonly details: JsonObject;
    },
): Promise<PublishOutcome> {
  const { draft } = args;
  return inTransaction(db, async (tx) => {
    const row = await lockDocument(tx, args);
    if (row === undefined) return { ok: false, because: 'no_such_document' };
    const version = await addVersion(tx, args, { ...args.published, after: row.lastVersion });
    await setDocument(tx, args, { publishedVersion: version, lastVersion: version, updatedAt: args.at });
    if (draft)
      await tx
        .updateTable('documents')
        .set({ draft: json(draft.body), draftSource: draft.source })
        .where((where) => where.and({ fleetId: args.fleetId, kind: args.kind, id: args.id }))
        .execute();
    await auditEdit(tx, args, { what: 'published', details: { version, ...args.details } });
    return { ok: true, version, isNew: true };
  });
}

/**
 * Replaces the comments of a published version, with an entry in the audit log. No new version is needed, because comments have
 * no effect on a rule.
 */
async function keepSource(
  tx: Tx,
  args: DocumentKey & Edit,
  { version, source }: { readonly version: number; readonly source: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('documentVersions')
    .set({ source })
    .where((row) => row.and({ fleetId: args.fleetId, kind: args.kind, id: args.id, version }))
    .where('source', 'is distinct from', source)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await auditEdit(tx, args, { what: 'commented', details: { version } });
}

/** Publishes the body of an earlier version as a new version. A draft stays unchanged. */
export async function rollbackDocument(
  db: Db,
  args: DocumentKey & Edit & { readonly version: number },
): Promise<PublishOutcome> {
  return inTransaction(db, async (tx) => {
    const row = await lockDocument(tx, args);
    if (row === undefined) return { ok: false, because: 'no_such_document' };
    const old = await getVersion(tx, args);
    if (old === undefined) return { ok: false, because: 'no_such_version' };
    if (row.publishedVersion === args.version) return { ok: true, version: args.version, isNew: false };
    const version = await addVersion(tx, args, {
      body: old.body,
      source: old.source,
      after: row.lastVersion,
      rolledBackFrom: args.version,
    });
    await setDocument(tx, args, { publishedVersion: version, lastVersion: version, updatedAt: args.at });
    await auditEdit(tx, args, { what: 'rolled_back', details: { version, to: args.version } });
    return { ok: true, version, isNew: true };
  });
}

/**
 * Discards a draft. The published version stays unchanged. A document that was never published is removed with its draft.
 * @returns whether the document had a draft
 */
export async function discardDraft(db: Db, args: DocumentKey & Edit): Promise<boolean> {
  const { fleetId, kind, id } = args;
  return inTransaction(db, async (tx) => {
    const row = await lockDocument(tx, args);
    if (row === undefined || row.draft === null) return false;
    if (row.lastVersion > 0) await setDocument(tx, args, { ...NO_DRAFT, updatedAt: args.at });
    else
      await tx
        .deleteFrom('documents')
        .where((where) => where.and({ fleetId, kind, id }))
        .execute();
    const details = { draft_by: row.draftBy, draft_at: row.draftAt?.toISOString() ?? null };
    await auditEdit(tx, args, { what: 'draft_discarded', details });
    return true;
  });
}

/**
 * Retires a document: it is no longer published, and its history is kept.
 * @returns whether the document was published
 */
export async function retireDocument(db: Db, args: DocumentKey & Edit): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await lockDocument(tx, args);
    if (row === undefined || row.publishedVersion === null) return false;
    await setDocument(tx, args, { publishedVersion: null, updatedAt: args.at });
    await auditEdit(tx, args, { what: 'retired', details: { version: row.publishedVersion } });
    return true;
  });
}
