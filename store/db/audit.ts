import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { jsonbOrNull } from './json.ts';
import { latestFirst, newestFirst } from './paging.ts';
import type { Listed, Page } from './paging.ts';
import { whereGiven } from './rows.ts';
import type { Db } from './connection/index.ts';
import type { AuditTable } from '../tables/index.ts';

/** One entry of the audit log. */
export type AuditRow = Selectable<AuditTable>;

/** The content of an audit log entry. */
export interface AuditEntry {
  readonly fleetId: string;
  readonly at: Date;
  /** The person's name, the service token's, or `tripline` for what it did by itself. */
  readonly who: string;
  /** The person named in the request, beside the token. */
  readonly by?: string;
  /** `document.published`, `delivery.sent`, … */
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly why?: string;
  /** No secrets and no positions. */
  readonly details?: JsonObject;
}

/** Appends to the audit log, in the transaction of the recorded change. The database refuses to change an entry later. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      fleetId: entry.fleetId,
      at: entry.at,
      who: entry.who,
      by: entry.by ?? null,
      action: entry.action,
      subjectType: entry.subjectType,
      subjectId: entry.subjectId,
      why: entry.why ?? null,
      details: jsonbOrNull(entry.details),
    })
    .execute();
}

/** Returns the audit log, newest first. `from` is inclusive, `to` exclusive. */
export async function listAudit(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly action?: string;
    readonly subjectType?: string;
    readonly subjectId?: string;
    readonly who?: string;
    readonly from?: Date;
    readonly to?: Date;
  },
): Promise<Listed<AuditRow>> {
  const ofFleet = db.selectFrom('audit').selectAll().where('fleetId', '=', args.fleetId);
  let query = whereGiven(ofFleet, args, ['action', 'subjectType', 'subjectId', 'who']);
  if (args.from !== undefined) query = query.where('at', '>=', args.from);
  if (args.to !== undefined) query = query.where('at', '<', args.to);
  if (args.from === undefined && args.to === undefined)
    return newestFirst(query, { ...args, list: 'audit', by: 'id' });
  return latestFirst(query, { ...args, list: 'audit-by-time', time: sql.ref<Date>('at'), by: 'id' });
}
