import { worded } from '../../../messages/language/index.ts';
import { issueAt, sentence } from '../../../rules/documents/index.ts';
import type { Language, Worded } from '../../../messages/language/index.ts';
import { wordsIn } from '../../../messages/lint/index.ts';
import type { Role } from '../../../config.ts';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { DocumentIssue } from '../../../rules/lint/index.ts';
import { withFleetLock } from '../../../store/db/index.ts';
import type { Db, Tx } from '../../../store/db/index.ts';
import {
  countPublished,
  deletingRuleThatUses,
  getDocument,
  listVersions,
} from '../../../store/documents/index.ts';
import type { StoredDocument } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import { noSuch } from './answers.ts';
import type { DocumentType, DocumentOf } from './schemas.ts';
import { refused } from '../http/index.ts';

const DOCUMENT_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

/**
 * Returns a stored document.
 * @throws Problem 404 if no document has this id
 */
export async function found(db: Db, noun: DocumentType, key: DocumentOf): Promise<StoredDocument> {
  const known = DOCUMENT_ID.test(key.id);
  const document = known ? await getDocument(db, { ...key, kind: noun.kind }) : undefined;
  if (!document && noun.only !== undefined)
    throw new Problem(404, worded('problems.defaultsApply', { one: noun.one }));
  if (!document) throw noSuch(noun.one);
  return document;
}

/**
 * Checks a document that is to be saved, and fills in its defaults.
 * @throws Problem 422 with every mistake
 */
export async function checked(
  db: Db,
  noun: DocumentType,
  { fleetId, id, body }: DocumentOf & { readonly body: unknown },
): Promise<{ readonly document: JsonObject; readonly warnings: readonly DocumentIssue[] }> {
  const read = await noun.read(db, fleetId, body);
  const errors = read.ok ? [] : [...read.errors];
  const { id: own } = (body ?? {}) as { id?: unknown };
  if (typeof own === 'string' && own !== id) errors.push(issueAt('/id', sentence('otherId'), [id]));
  errors.push(...takenId(noun, id));
  if (!read.ok || errors.length > 0)
    throw refused(worded('problems.documentRefused', { one: noun.one }), errors);
  return read;
}

/** Ids that no document may have, because their URLs belong to other routes. */
const TAKEN_IDS: readonly string[] = ['schema', 'validate'];

/**
 * Returns an issue if the id is reserved, because a document with this id would have the same URL as another
 * route (such as `schema`).
 */
export function takenId(noun: DocumentType, id: string): readonly DocumentIssue[] {
  if (!TAKEN_IDS.includes(id)) return [];
  return [issueAt('/id', sentence('reservedId', { path: `${noun.path}/${id}` }))];
}

/**
 * Checks a document that is about to be published.
 * @returns its warnings
 * @throws Problem 422 if the document is refused or does not fit the fleet's other documents; 409 if the
 * fleet has too many of this kind
 */
export async function mayCount(
  db: Db,
  noun: DocumentType,
  args: DocumentOf & { readonly body: unknown },
): Promise<readonly DocumentIssue[]> {
  const { document, warnings } = await checked(db, noun, args);
  await roomForOne(db, noun, args);
  const broken = (await noun.breaks?.(db, args, document)) ?? [];
  if (broken.length > 0) throw refused(worded('problems.documentUnfit', { one: noun.one }), broken);
  return [...warnings, ...((await noun.warnings?.(db, args, document)) ?? [])];
}

/**
 * Refuses a document when the fleet has as many published documents of the kind as allowed. The number is
 * limited because all of them are read for each check and each trip.
 * @throws Problem 409
 */
async function roomForOne(db: Db, { kind, many }: DocumentType, { fleetId, id }: DocumentOf): Promise<void> {
  if ((await countPublished(db, { fleetId, kind, except: id })) < LIMITS.documents) return;
  throw new Problem(409, worded('problems.tooManyDocuments', { count: LIMITS.documents, many }));
}

/** A change of a published document, and the role of its author. */
export interface Change extends DocumentOf {
  /** The document's published body after the change; undefined if none is left. */
  readonly body: JsonObject | undefined;
  readonly role: Role;
  /** Whether the caller confirmed exactly this body, rather than a draft that another person has just saved. */
  readonly isMeant: boolean;
}

/**
 * Refuses an editor's change of a rule that deletes trips. The same applies to everything that such a rule
 * depends on: conditions and approvers.
 * @throws Problem 403 for an editor; 409 when an admin would publish another author's draft without
 * confirming it
 */
export async function mayChange(
  db: Db,
  noun: DocumentType,
  { body, role, isMeant, ...of }: Change,
): Promise<void> {
  if (role === 'admin' && isMeant) return;
  const why = await whyAdmin(db, noun, { ...of, body });
  if (why === undefined) return;
  if (role !== 'admin') throw new Problem(403, worded('problems.changeNeedsAdmin', { why }));
  throw new Problem(409, worded('problems.publishOthersDraft', { why }));
}

/** Returns the reason why a change needs the role `admin`, or `undefined` if an editor may make the change. */
async function whyAdmin(
  db: Db,
  { kind, one, deletesTrips }: DocumentType,
  { fleetId, id, body }: Pick<Change, keyof DocumentOf | 'body'>,
): Promise<Worded | undefined> {
  if (body && deletesTrips?.(body)) return worded('problems.ruleDeletes', { rule: id });
  const rule = await deletingRuleThatUses(db, { fleetId, kind, id });
  return rule === undefined ? undefined : worded('problems.deletionDepends', { rule, one, id });
}

/** Maximum number of versions that the error lists: the newest ones. The history has all versions. */
const MOST_NAMED = 20;

/** Creates the problem of a version that does not exist. It lists the versions that do. */
export async function noSuchVersion(
  db: Db,
  { kind, one }: DocumentType,
  { fleetId, id, version }: DocumentOf & { readonly version: number },
): Promise<Problem> {
  const { items, nextCursor } = await listVersions(db, { fleetId, kind, id, limit: MOST_NAMED });
  const there = items.map((each) => each.version).join(', ');
  const hasOlder = String(nextCursor !== undefined);
  return new Problem(
    404,
    items.length === 0
      ? worded('problems.neverPublished', { one, id })
      : worded('problems.noVersionOf', { one, id, version, count: items.length, there, hasOlder }),
  );
}

/**
 * Refuses to retire a document that other documents or open incidents of the fleet use.
 * @throws Problem 409
 */
export async function mayGo(db: Db, noun: DocumentType, of: DocumentOf): Promise<void> {
  const users = (await noun.users?.(db, of)) ?? [];
  if (users.length === 0) return;
  const named = (language: Language): string =>
    users
      .slice(0, 10)
      .map((user) => wordsIn(user)(language))
      .join(', ');
  const more = Math.max(0, users.length - 10);
  throw new Problem(409, worded('problems.inUse', { named, more }));
}

/**
 * Runs checks and changes of a fleet's published documents under one lock. Otherwise a rule could be
 * published while a shared condition that it names is being retired.
 */
export function editFleet<T>(db: Db, fleetId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withFleetLock(db, { fleetId, purpose: 'documents' }, work);
}
