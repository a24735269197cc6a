import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { resolveAlarm, resolveAlarms } from '../alarms/index.ts';
import { digestSync, json, recordAudit, requestTemporal } from '../db/index.ts';
import type { Tx } from '../db/index.ts';
import type { DocumentKey } from './reads.ts';
import type { DocumentsTable } from '../tables/index.ts';

/** The author, time and reason of an edit. `who` is the token's name, `by` the person named in the request. */
export interface Edit {
  readonly who: string;
  readonly by?: string;
  readonly why?: string;
  readonly at: Date;
}

/** Returns the document, locked, and whether its draft equals the published version in any order of keys. */
export async function lockDocument(tx: Tx, key: DocumentKey) {
  return tx
    .selectFrom('documents')
    .selectAll()
    .select(
      sql<boolean>`exists (
        select from document_versions v
        where v.fleet_id = documents.fleet_id and v.kind = documents.kind and v.id = documents.id
          and v.version = documents.published_version and v.body::jsonb = documents.draft::jsonb
      )`.as('draftIsPublished'),
    )
    .where((row) => row.and({ fleetId: key.fleetId, kind: key.kind, id: key.id }))
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Adds a version after the last one.
 * @returns the version's number
 */
export async function addVersion(
  tx: Tx,
  args: DocumentKey & Edit,
  content: {
    readonly body: JsonObject;
    readonly source: string | null;
    readonly after: number;
    readonly rolledBackFrom?: number;
  },
): Promise<number> {
  const { fleetId, kind, id, at, who } = args;
  const version = content.after + 1;
  await tx
    .insertInto('documentVersions')
    .values({
      fleetId,
      kind,
      id,
      version,
      at,
      who,
      body: json(content.body),
      source: content.source,
      by: args.by ?? null,
      why: args.why ?? null,
      rolledBackFrom: content.rolledBackFrom ?? null,
    })
    .execute();
  return version;
}

/** Kinds of documents that name recipients. Publishing one resolves the alarms about recipients that reach no one. */
const NAMES_RECIPIENTS: ReadonlySet<DocumentKey['kind']> = new Set([
  ...(['rule', 'digest', 'rotation', 'route', 'settings'] as const),
]);

/**
 * Changes a document's row. If its published version changes, also synchronises the schedules (of a digest) and resolves alarms
 * about recipients that could not be notified. People correct such recipients in documents, and the next failure raises the alarm
 * again.
 */
export async function setDocument(
  tx: Tx,
  key: DocumentKey,
  change: Partial<Omit<Selectable<DocumentsTable>, 'seq' | 'fleetId' | 'kind' | 'id'>> & {
    readonly draft?: null;
  },
): Promise<void> {
  await tx
    .updateTable('documents')
    .set(change)
    .where((row) => row.and({ fleetId: key.fleetId, kind: key.kind, id: key.id }))
    .execute();
  if (change.publishedVersion === undefined || !change.updatedAt) return;
  const receivers = { fleetId: key.fleetId, kind: 'escalation_receivers', at: change.updatedAt } as const;
  if (key.kind === 'digest') await requestTemporal(tx, [digestSync(key.fleetId)], receivers);
  if (key.kind === 'escalation-policy') await resolveAlarm(tx, { ...receivers, subject: key.id });
  if (key.kind === 'rotation' || key.kind === 'route') await resolveAlarms(tx, receivers);
  if (NAMES_RECIPIENTS.has(key.kind)) await resolveAlarms(tx, { ...receivers, kind: 'recipients' });
}

/** Records the author, the change and the reason of an edit in the audit log. */
export async function auditEdit(
  tx: Tx,
  args: DocumentKey & Edit,
  entry: {
    readonly what: 'draft_saved' | 'draft_discarded' | 'published' | 'commented' | 'rolled_back' | 'retired';
    readonly details?: JsonObject;
  },
): Promise<void> {
  await recordAudit(tx, {
    fleetId: args.fleetId,
    at: args.at,
    who: args.who,
    action: `${args.kind}.${entry.what}`,
    subjectType: args.kind,
    subjectId: args.id,
    ...(args.by === undefined ? {} : { by: args.by }),
    ...(args.why === undefined ? {} : { why: args.why }),
    ...(entry.details === undefined ? {} : { details: entry.details }),
  });
}
