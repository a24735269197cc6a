import * as z from 'zod';
import { listAudit } from '../../../store/db/index.ts';
import type { AuditRow, Db } from '../../../store/db/index.ts';
import { documentNames } from '../../../store/documents/index.ts';
import type { DocumentName } from '../../../store/documents/index.ts';
import { namesOfAccounts } from '../../../store/identity/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  anyObject,
  given,
  listAnswer,
  listOf,
  listQuery,
  namedOne,
  namesOf,
  onWire,
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
    subject_name: z.string().optional().meta({
      description:
        'What the document, driver, user or personal token is called now; absent: it has no name, or is gone.',
    }),
    why: z.string().optional(),
    details: anyObject.optional(),
  })
  .meta({ id: 'AuditEntry' });

/** Returns the route of the audit log: each action with its author, time and reason. */
export function auditRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/audit',
      id: 'listAudit',
      tag: 'Audit',
      role: 'viewer',
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
        const listed = await listAudit(db, { fleetId, ...filters });
        const names = await subjectNames(db, fleetId, listed.items);
        // Drivers that an entry's details name get their names beside their ids, too.
        const page = listAnswer(listed, (row) => onWire(entry, row, { subject_name: names(row) }));
        return namedOne(db, fleetId, page);
      },
    }),
  ];
}

const DOCUMENT_KINDS: ReadonlySet<string> = new Set<DocumentName['kind']>([
  ...(['rule', 'condition', 'escalation-policy', 'rotation', 'route', 'digest', 'settings'] as const),
]);
const ACCOUNTS: ReadonlySet<string> = new Set(['user', 'personal_token']);

/**
 * Returns the current names of entries' subjects. The log itself has no names, so that it need not be changed
 * when a person is erased.
 */
async function subjectNames(
  db: Db,
  fleetId: string,
  rows: readonly AuditRow[],
): Promise<(row: AuditRow) => string | undefined> {
  const idsOf = (isOf: (type: string) => boolean): string[] => [
    ...new Set(rows.filter(({ subjectType }) => isOf(subjectType)).map(({ subjectId }) => subjectId)),
  ];
  const kinds = [...new Set(rows.map(({ subjectType }) => subjectType))].filter(
    (type): type is DocumentName['kind'] => DOCUMENT_KINDS.has(type),
  );
  const documentIds = idsOf((type) => DOCUMENT_KINDS.has(type));
  const [documents, accounts, drivers] = await Promise.all([
    documentIds.length === 0 ? [] : documentNames(db, { fleetId, kinds, ids: documentIds }),
    namesOfAccounts(db, { fleetId, ids: idsOf((type) => ACCOUNTS.has(type)) }),
    namesOf(
      db,
      fleetId,
      idsOf((type) => type === 'driver'),
    ),
  ]);
  const ofDocuments = new Map(documents.map(({ kind, id, name }) => [`${kind} ${id}`, name ?? undefined]));
  return ({ subjectType: type, subjectId: id }) => {
    if (type === 'driver') return drivers.get(id);
    return ACCOUNTS.has(type) ? accounts.get(id) : ofDocuments.get(`${type} ${id}`);
  };
}
