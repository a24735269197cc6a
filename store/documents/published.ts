import { sql } from 'kysely';
import type { SharedCondition, SharedConditions } from '../../rules/lint/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import type { Db } from '../db/index.ts';
import type { DocumentKind } from '../tables/index.ts';

/** A published document. */
export interface PublishedDocument {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly version: number;
  /** The body. It is frozen, because all callers in this process share the object. */
  readonly body: JsonObject;
}

/**
 * All documents that are published in a fleet at one moment. The same object is returned until the published documents change.
 */
export interface FleetDocuments {
  /** Mark (change stamp) of the published documents from the database. Undefined if nothing was ever published. */
  readonly mark: string | undefined;
  /** In the byte order of ids, whatever the locale of the database. */
  readonly documents: readonly PublishedDocument[];
}

const NOTHING: FleetDocuments = { mark: undefined, documents: [] };

/** Maximum number of documents in memory for all fleets together. A single fleet's documents are always kept completely. */
const MOST_KEPT = 20_000;
/** Documents by fleet. The most recently requested fleet is the last entry. */
const kept = new Map<string, FleetDocuments>();
/** Bodies of each fleet's versions by the version's mark. After an edit of one document, only that document is read again. */
const keptBodies = new Map<string, ReadonlyMap<string, JsonObject>>();
/** Reads in progress, by fleet and mark. */
const underWay = new Map<string, Promise<FleetDocuments>>();

/** Selects the mark of a fleet's documents as a column. */
export const markOfFleet = (fleetId: string) =>
  sql<string | null>`(select mark::text from published_document_marks where fleet_id = ${fleetId})`;

/**
 * Returns the published documents of a fleet. Queries their mark, and reads the documents only if the mark has changed since this
 * process last read them.
 * @param mark the mark, if the caller has just read it
 */
export async function fleetDocuments(
  db: Db,
  fleetId: string,
  mark?: { readonly mark: string | undefined },
): Promise<FleetDocuments> {
  const now = mark ? mark.mark : await readMark(db, fleetId);
  if (now === undefined) return NOTHING;
  const known = kept.get(fleetId);
  if (known?.mark !== now) return readOnce(db, fleetId, now);
  kept.delete(fleetId);
  kept.set(fleetId, known);
  return known;
}

/**
 * Returns the published documents of some related kinds, all from the same moment. So the result never mixes documents from
 * before and after an edit.
 */
export async function publishedOfKinds(
  db: Db,
  args: { readonly fleetId: string; readonly kinds: readonly DocumentKind[] },
): Promise<PublishedDocument[]> {
  const { documents } = await fleetDocuments(db, args.fleetId);
  return documents.filter(({ kind }) => args.kinds.includes(kind));
}

/** Returns the published documents of a kind, in the order of their ids. */
export async function publishedDocuments(
  db: Db,
  args: { readonly fleetId: string; readonly kind: DocumentKind },
): Promise<PublishedDocument[]> {
  return publishedOfKinds(db, { fleetId: args.fleetId, kinds: [args.kind] });
}

async function readMark(db: Db, fleetId: string): Promise<string | undefined> {
  const { rows } = await sql<{ mark: string | null }>`select ${markOfFleet(fleetId)} as mark`.execute(db);
  return rows[0]?.mark ?? undefined;
}

/** Shares one read among concurrent callers. A transaction reads separately, because only it sees its own changes. */
async function readOnce(db: Db, fleetId: string, mark: string): Promise<FleetDocuments> {
  if (db.isTransaction) return read(db, fleetId);
  const key = `${fleetId} ${mark}`;
  const known = underWay.get(key);
  if (known) return known;
  const reading = read(db, fleetId).finally(() => underWay.delete(key));
  underWay.set(key, reading);
  return reading;
}

/** A published version without its body. */
interface Version extends Omit<PublishedDocument, 'body'> {
  /** Mark of the version. The content of a version never changes. */
  readonly mark: string;
}

/**
 * Reads the mark and the versions in one statement, so that both are from the same moment. Reads only bodies that are not in
 * memory.
 */
async function read(db: Db, fleetId: string): Promise<FleetDocuments> {
  const { mark, versions } = await publishedVersions(db, fleetId);
  if (mark === undefined) return NOTHING;
  const known = keptBodies.get(fleetId);
  const unread = versions.filter((version) => !known?.has(version.mark));
  const added = await readBodies(db, fleetId, unread);
  const bodies = new Map<string, JsonObject>();
  const documents = versions.map(({ mark: ofVersion, ...version }) => {
    const body = known?.get(ofVersion) ?? added.get(ofVersion);
    if (!body)
      throw new Error(
        `Version ${version.version} of the ${version.kind} "${version.id}" is published and missing.`,
      );
    bodies.set(ofVersion, body);
    return { ...version, body };
  });
  return keep(fleetId, { mark, documents }, bodies);
}

async function publishedVersions(
  db: Db,
  fleetId: string,
): Promise<{ readonly mark: string | undefined; readonly versions: readonly Version[] }> {
  const { rows } = await sql<Omit<Version, 'id'> & { fleetMark: string | null; id: string | null }>`
    select present.mark as fleet_mark, found.*
    from (select ${markOfFleet(fleetId)} as mark) present
    left join (
      select d.kind, d.id, v.version, v.mark
      from documents d join document_versions v on v.fleet_id = d.fleet_id and v.kind = d.kind and v.id = d.id
        and v.version = d.published_version
      where d.fleet_id = ${fleetId}
    ) found on true
    order by found.id collate "C", found.kind`.execute(db);
  const versions = rows.flatMap(({ fleetMark: _mark, id, ...version }) =>
    id === null ? [] : [{ ...version, id }],
  );
  return { mark: rows[0]?.fleetMark ?? undefined, versions };
}

/**
 * Maximum number of bodies per query, so that other requests are served in between. A fleet may have a thousand documents of 70
 * kB each.
 */
const READ_AT_ONCE = 10;

/** Returns the bodies of versions by the version's mark. */
async function readBodies(
  db: Db,
  fleetId: string,
  versions: readonly Version[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const bodies = new Map<string, JsonObject>();
  for (let at = 0; at < versions.length; at += READ_AT_ONCE) {
    const some = versions.slice(at, at + READ_AT_ONCE);
    const { rows } = await sql<{ mark: string; body: JsonObject }>`
      select v.mark, v.body
      from unnest(${some.map(({ kind }) => kind)}::text[], ${some.map(({ id }) => id)}::text[],
        ${some.map(({ version }) => version)}::integer[]) asked (kind, id, version)
      join document_versions v on v.fleet_id = ${fleetId} and v.kind = asked.kind and v.id = asked.id
        and v.version = asked.version`.execute(db);
    for (const { mark, body } of rows) bodies.set(mark, frozen(body));
  }
  return bodies;
}

function keep(
  fleetId: string,
  found: FleetDocuments,
  bodies: ReadonlyMap<string, JsonObject>,
): FleetDocuments {
  kept.delete(fleetId);
  kept.set(fleetId, found);
  keptBodies.set(fleetId, bodies);
  let count = 0;
  for (const { documents } of kept.values()) count += documents.length + 1;
  for (const [oldest, { documents }] of kept) {
    if (count <= MOST_KEPT || oldest === fleetId) break;
    kept.delete(oldest);
    keptBodies.delete(oldest);
    count -= documents.length + 1;
  }
  return found;
}

function frozen<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

/** Returns a fleet's published shared conditions by id. */
export async function publishedConditions(db: Db, fleetId: string): Promise<SharedConditions> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'condition' });
  return new Map(documents.map(({ id, body }) => [id, (body as unknown as SharedCondition).conditions]));
}
