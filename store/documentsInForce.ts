import { sql } from 'kysely';
import type { JsonObject } from '../rules/trip.ts';
import type { Db } from './schema.ts';
import type { DocumentKind } from './tables/documents.ts';

/** A published document. */
export interface CountingDocument {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly version: number;
  /** Frozen: everybody in this process who asks gets the same one. */
  readonly body: JsonObject;
}

/** A document that is in force: its published version or, with `trial`, the one that runs in shadow beside that. */
export interface DocumentInForce extends CountingDocument {
  readonly trial: { readonly since: Date } | undefined;
}

/** Everything that is in force in a fleet at one moment: the same object for as long as nothing else is. */
export interface FleetDocuments {
  /** Of the database; undefined: nothing was ever published. */
  readonly mark: string | undefined;
  /** By id, byte by byte, whatever the locale of the database; a trial follows the published version. */
  readonly documents: readonly DocumentInForce[];
}

const NOTHING: FleetDocuments = { mark: undefined, documents: [] };

/** Documents of all fleets that stay in memory, at most; of one fleet all, however many. */
const MOST_KEPT = 20_000;
/** By fleet, the one asked for last at the end. */
const kept = new Map<string, FleetDocuments>();
/** Being read now, by fleet and mark. */
const underWay = new Map<string, Promise<FleetDocuments>>();

/** The mark of a fleet's documents, as a column. */
export const markOfFleet = (fleetId: string) =>
  sql<string | null>`(select mark::text from documents_in_force where fleet_id = ${fleetId})`;

/**
 * What is in force in a fleet. One statement asks for the mark of it; the documents are read only when that is another one than this
 * process has seen last.
 * @param mark the mark, when the caller has just read it
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

/** What is in force, of some kinds that belong together: never a version from before an edit beside one from after it. */
export async function documentsInForce(
  db: Db,
  args: { readonly fleetId: string; readonly kinds: readonly DocumentKind[] },
): Promise<DocumentInForce[]> {
  const { documents } = await fleetDocuments(db, args.fleetId);
  return documents.filter(({ kind }) => args.kinds.includes(kind));
}

/** The published versions of several kinds at one moment, by id. */
export async function publishedOfKinds(
  db: Db,
  args: { readonly fleetId: string; readonly kinds: readonly DocumentKind[] },
): Promise<CountingDocument[]> {
  return (await documentsInForce(db, args)).filter(({ trial }) => trial === undefined);
}

/** The published versions of a kind, by id. */
export async function publishedDocuments(
  db: Db,
  args: { readonly fleetId: string; readonly kind: DocumentKind },
): Promise<CountingDocument[]> {
  return publishedOfKinds(db, { fleetId: args.fleetId, kinds: [args.kind] });
}

async function readMark(db: Db, fleetId: string): Promise<string | undefined> {
  const { rows } = await sql<{ mark: string | null }>`select ${markOfFleet(fleetId)} as mark`.execute(db);
  return rows[0]?.mark ?? undefined;
}

/** Reads together with whoever reads it now. A transaction reads for itself: only it sees what it has changed. */
async function readOnce(db: Db, fleetId: string, mark: string): Promise<FleetDocuments> {
  if (db.isTransaction) return read(db, fleetId);
  const key = `${fleetId} ${mark}`;
  const known = underWay.get(key);
  if (known) return known;
  const reading = read(db, fleetId).finally(() => underWay.delete(key));
  underWay.set(key, reading);
  return reading;
}

interface Row extends Omit<CountingDocument, 'id'> {
  readonly mark: string | null;
  /** Null: no document is in force. */
  readonly id: string | null;
  readonly publishedVersion: number;
  readonly trialSince: Date | null;
}

/** One statement sees one moment: the mark is that of the documents. */
async function read(db: Db, fleetId: string): Promise<FleetDocuments> {
  const { rows } = await sql<Row>`
    select present.mark, found.*
    from (select ${markOfFleet(fleetId)} as mark) present
    left join (
      select d.kind, d.id, v.version, v.body, d.published_version, d.trial_since
      from documents d join document_versions v on v.fleet_id = d.fleet_id and v.kind = d.kind and v.id = d.id
        and v.version in (d.published_version, d.trial_version)
      where d.fleet_id = ${fleetId} and d.published_version is not null
    ) found on true
    order by found.id collate "C", found.kind, found.version <> found.published_version`.execute(db);
  const documents = rows.flatMap(({ mark: _mark, id, publishedVersion, trialSince, ...row }) => {
    if (id === null) return [];
    const isTrial = row.version !== publishedVersion && trialSince !== null;
    return [{ ...row, id, body: frozen(row.body), trial: isTrial ? { since: trialSince } : undefined }];
  });
  const mark = rows[0]?.mark ?? undefined;
  if (mark === undefined) return NOTHING;
  return keep(fleetId, { mark, documents });
}

function keep(fleetId: string, found: FleetDocuments): FleetDocuments {
  kept.delete(fleetId);
  kept.set(fleetId, found);
  let count = 0;
  for (const { documents } of kept.values()) count += documents.length + 1;
  for (const [oldest, { documents }] of kept) {
    if (count <= MOST_KEPT || oldest === fleetId) break;
    kept.delete(oldest);
    count -= documents.length + 1;
  }
  return found;
}

function frozen<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}
