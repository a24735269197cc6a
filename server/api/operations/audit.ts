import * as z from 'zod';
import { listAudit } from '../../../store/db/index.ts';
import type { AuditRow } from '../../../store/db/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  anyObject,
  fields,
  given,
  listAnswer,
  listOf,
  listQuery,
  textFilter,
  timeFilter,
} from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const entry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    who: z.string().meta({ description: 'Name of the token; `tripline` for automatic actions.' }),
    by: z.string().optional().meta({ description: 'The person named in the request.' }),
    action: z.string().meta({ example: 'rule.published' }),
    subject_type: z.string(),
    subject_id: z.string(),
    why: z.string().optional(),
    details: anyObject.optional(),
  })
  .meta({ id: 'AuditEntry' });

/** Who did what, when and why. */
export function auditRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      ...{ method: 'get', path: '/audit', id: 'listAudit', tag: 'Audit', role: 'viewer' },
      summary: 'List the audit log',
      query: listQuery({
        action: textFilter('Such as `rule.published`.'),
        subject_type: textFilter('Such as `rule` or `trip`.'),
        subject_id: textFilter('A rule’s id; `driver/trip` for a trip.'),
        who: textFilter('Name of the token.'),
        from: timeFilter('At or after this time.'),
        to: timeFilter('Before.'),
      }),
      answer: { description: 'Entries, newest first.', schema: listOf(entry) },
      async run({ fleetId, query: { subject_type: subjectType, subject_id: subjectId, ...rest } }) {
        const filters = given({ subjectType, subjectId, ...rest });
        return listAnswer(await listAudit(db, { fleetId, ...filters }), entryOnWire);
      },
    }),
  ];
}

function entryOnWire(row: AuditRow): Record<string, unknown> {
  return fields({
    id: row.id,
    at: row.at,
    who: row.who,
    by: row.by,
    action: row.action,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    why: row.why,
    details: row.details,
  });
}
