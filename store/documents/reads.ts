import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { publishedDocuments } from './published.ts';
import { jsonb, newestFirst } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { DocumentKind, DocumentVersionsTable, DocumentsTable } from '../tables/index.ts';

/** Key of a document. */
export interface DocumentKey {
  readonly fleetId: string;
  readonly kind: DocumentKind;
  readonly id: string;
}

/** A document with its draft and its published body. Each may be missing. */
export interface StoredDocument extends Selectable<DocumentsTable> {
  readonly published: JsonObject | null;
  readonly publishedAt: Date | null;
  /** The published version's text with its comments. Null if the version was sent as JSON. */
  readonly source: string | null;
}

/** One published version. */
export type DocumentVersion = Selectable<DocumentVersionsTable>;

/** Returns one document, or undefined if it is not stored. */
export async function getDocument(db: Db, key: DocumentKey): Promise<StoredDocument | undefined> {
  return withPublished(db, key).where('documents.id', '=', key.id).executeTakeFirst();
}

/**
 * Lists the documents of a kind, newest first.
 * @param args.ofGroups lists only documents that name groups, all of them among these. Applies to the published version, or to
 * the draft if there is none.
 */
export async function listDocuments(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly kind: DocumentKind;
    readonly ofGroups?: readonly string[] | undefined;
  },
): Promise<Listed<StoredDocument>> {
  let query = withPublished(db, args);
  if (args.ofGroups)
    query = query.where(
      sql<boolean>`(coalesce(document_versions.body, documents.draft) -> 'groups')::jsonb <@ ${jsonb(args.ofGroups)}`,
    );
  const bytes = sql<number>`coalesce(octet_length(documents.draft::text), 0) + coalesce(octet_length(document_versions.body::text), 0)
    + coalesce(octet_length(documents.draft_source), 0) + coalesce(octet_length(document_versions.source), 0)`;
  return newestFirst(query, { ...args, list: `documents-${args.kind}`, by: 'seq', bytes });
}

/** Returns the versions of a document that were ever published, newest first. */
export async function listVersions(db: Db, args: Page & DocumentKey): Promise<Listed<DocumentVersion>> {
  const { fleetId, kind, id } = args;
  const query = db
    .selectFrom('documentVersions')
    .selectAll()
    .where((row) => row.and({ fleetId, kind, id }));
  const bytes = sql<number>`octet_length(body::text) + coalesce(octet_length(source), 0)`;
  return newestFirst(query, { ...args, list: `versions-${kind}`, by: 'version', bytes });
}

/** Returns one version that was published, for example the version that a decision used. Undefined if it is not stored. */
export async function getVersion(
  db: Db,
  args: DocumentKey & { readonly version: number },
): Promise<DocumentVersion | undefined> {
  const { fleetId, kind, id, version } = args;
  return db
    .selectFrom('documentVersions')
    .selectAll()
    .where((row) => row.and({ fleetId, kind, id, version }))
    .executeTakeFirst();
}

/** Counts the published documents of a kind, without the document `except`. */
export async function countPublished(
  db: Db,
  {
    fleetId,
    kind,
    except,
  }: { readonly fleetId: string; readonly kind: DocumentKind; readonly except: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('documents')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where((row) => row.and({ fleetId, kind }))
    .where('publishedVersion', 'is not', null)
    .where('id', '<>', except)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the ids of all documents of a kind, including drafts and retired documents. */
export async function documentIds(
  db: Db,
  args: { readonly fleetId: string; readonly kind: DocumentKind },
): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where((row) => row.and({ fleetId: args.fleetId, kind: args.kind }))
    .orderBy(sql`id collate "C"`)
    .execute();
  return rows.map(({ id }) => id);
}

/** A document's key and its name. */
export interface DocumentName {
  readonly kind: DocumentKind;
  readonly id: string;
  /**
   * The name in the published version, otherwise in the draft, otherwise in the last version. Null if there is no name; readers
   * then see the id.
   */
  readonly name: string | null;
  /** The severity of a rule, from the version or draft that provides the name. */
  readonly severity: string | null;
}

/**
 * Returns the names of documents, ordered by id.
 * @param args.ids returns only documents with these ids
 */
export async function documentNames(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly kinds: readonly DocumentKind[];
    readonly ids?: readonly string[];
  },
): Promise<readonly DocumentName[]> {
  const { fleetId, kinds, ids } = args;
  const { rows } = await sql<DocumentName>`
    select document.kind, document.id, coalesce(published.body ->> 'name', document.draft ->> 'name', last.body ->> 'name') as name,
      coalesce(published.body, document.draft, last.body) ->> 'severity' as severity
    from documents document
      left join document_versions published on (published.fleet_id, published.kind, published.id, published.version)
        = (document.fleet_id, document.kind, document.id, document.published_version)
      left join document_versions last on document.published_version is null and (last.fleet_id, last.kind, last.id, last.version)
        = (document.fleet_id, document.kind, document.id, document.last_version)
    where document.fleet_id = ${fleetId} and document.kind = any(${[...kinds]}::text[])
      ${ids === undefined ? sql`` : sql`and document.id = any(${[...ids]}::text[])`}
    order by document.id collate "C"`.execute(db);
  return rows;
}

/** Number of a fleet's published rules by mode. `drafts` is the number of rules with a draft. */
export interface RuleCounts {
  readonly live: number;
  readonly shadow: number;
  readonly off: number;
  readonly drafts: number;
}

/** Counts the rules of a fleet. */
export async function ruleCounts(db: Db, fleetId: string): Promise<RuleCounts> {
  const modes = (await publishedDocuments(db, { fleetId, kind: 'rule' })).map(
    ({ body }) => body['mode'] ?? 'live',
  );
  const { drafts } = await db
    .selectFrom('documents')
    .select((row) => row.fn.countAll<string>().as('drafts'))
    .where((row) => row.and({ fleetId, kind: 'rule' }))
    .where('draft', 'is not', null)
    .executeTakeFirstOrThrow();
  const count = (mode: string): number => modes.filter((each) => each === mode).length;
  return { live: count('live'), shadow: count('shadow'), off: count('off'), drafts: Number(drafts) };
}

function withPublished(db: Db, args: { readonly fleetId: string; readonly kind: DocumentKind }) {
  return db
    .selectFrom('documents')
    .leftJoin('documentVersions', (join) =>
      join
        .onRef('documentVersions.fleetId', '=', 'documents.fleetId')
        .onRef('documentVersions.kind', '=', 'documents.kind')
        .onRef('documentVersions.id', '=', 'documents.id')
        .onRef('documentVersions.version', '=', 'documents.publishedVersion'),
    )
    .selectAll('documents')
    .select([
      'documentVersions.body as published',
      'documentVersions.at as publishedAt',
      'documentVersions.source',
    ])
    .where('documents.fleetId', '=', args.fleetId)
    .where('documents.kind', '=', args.kind);
}

/** Returns the fleets that have, or had, a digest. */
export async function fleetsWithDigests(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('fleetId')
    .distinct()
    .where('kind', '=', 'digest')
    .execute();
  return rows.map(({ fleetId }) => fleetId);
}

/** A digest document, including a retired one. `published` is null if it has no published version. */
export interface KnownDigest {
  readonly id: string;
  readonly published: { readonly version: number; readonly body: JsonObject } | null;
}

/** Returns every digest of a fleet, including drafts and retired digests. */
export async function knownDigests(db: Db, fleetId: string): Promise<KnownDigest[]> {
  const rows = await withPublished(db, { fleetId, kind: 'digest' })
    .clearSelect()
    .select(['documents.id', 'documentVersions.version', 'documentVersions.body'])
    .orderBy('documents.id')
    .execute();
  return rows.map(({ id, version, body }) => ({
    id,
    published: version === null || body === null ? null : { version, body },
  }));
}
