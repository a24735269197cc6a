import * as z from 'zod';
import { storedSentence } from '../../../messages/decisions/index.ts';
import { worded } from '../../../messages/language/index.ts';
import type { Language } from '../../../messages/language/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { expireDeletions, getDeletion, listDeletions } from '../../../store/deletions/index.ts';
import type { Deletion } from '../../../store/deletions/index.ts';
import { getSnapshotText, listDecisions } from '../../../store/trips/index.ts';
import { giveVerdict, noSuchDeletion, tooLate } from '../../answers/index.ts';
import type { DeletionVerdict } from '../../answers/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  anyObject,
  given,
  languageAsked,
  listAnswer,
  listOf,
  listQuery,
  requiredBy,
  storableText,
  textFilter,
  withMember,
  namedOne,
} from '../http/index.ts';
import type { ApiCall, RouteMaker } from '../http/index.ts';
import { deletionOnWire, deletionSchema, deletionState } from './schemas.ts';

const TAG = 'Deletions';
const verdict = z.strictObject({
  by: requiredBy,
  note: storableText(2_000).optional(),
});
type Verdict = ApiCall<z.output<typeof verdict>, unknown>;

const decided = {
  tag: TAG,
  role: 'admin',
  cost: 'reserved',
  body: { schema: verdict, example: { by: 'Ann', note: 'A test drive.' } },
  answer: { description: 'The deletion as it is now.', schema: deletionSchema },
  problems: {
    409: 'Too late: `state` is what it is now, `decided_who` and `decided_by` who was first, `open_deletion` the later deletion request for the trip.',
  },
} as const;

/** Returns the routes of deletions that rules request: list, approve, reject. */
export function deletionRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'get',
      path: '/deletions',
      id: 'listDeletions',
      tag: TAG,
      role: 'viewer',
      summary: 'List deletions',
      query: listQuery({
        driver_id: textFilter('Of this driver.'),
        trip_id: textFilter('Of this trip; name the driver too.'),
        rule: textFilter('Of this rule.'),
        state: deletionState.optional(),
        language: languageAsked,
      }),
      answer: { description: 'Deletions, newest first.', schema: listOf(deletionSchema) },
      async run({ fleetId, query }) {
        await expireDeletions(db, { fleetId, at: deps.now() });
        const { driver_id: driverId, trip_id: tripId, language, ...rest } = query;
        const listed = await listDeletions(db, { fleetId, ...given({ driverId, tripId, ...rest }) });
        const items = await Promise.all(listed.items.map((row) => causeIn(db, row, language)));
        return namedOne(db, fleetId, listAnswer({ ...listed, items }, deletionOnWire));
      },
    }),
    api({
      method: 'get',
      path: '/deletions/{id}',
      id: 'getDeletion',
      tag: TAG,
      role: 'viewer',
      summary: 'Show a deletion',
      answer: { description: 'The deletion.', schema: deletionSchema },
      async run({ fleetId, params }) {
        await expireDeletions(db, { fleetId, at: deps.now() });
        return namedOne(db, fleetId, deletionOnWire(await found(db, { fleetId, id: params['id']! })));
      },
    }),
    api({
      method: 'get',
      path: '/deletions/{id}/snapshot',
      id: 'getDeletionSnapshot',
      tag: TAG,
      role: 'admin',
      summary: 'Export the trip as the service sent it before it was deleted, positions included',
      description: 'Available from the request on. It stays after the trip is deleted.',
      answer: {
        description: 'The snapshot.',
        schema: z.object({
          id: z.string(),
          deletion_id: z.string(),
          driver_id: z.string(),
          trip_id: z.string(),
          taken_at: z.iso.datetime(),
          trip: anyObject.meta({ description: 'As the service sent it.' }),
        }),
      },
      async run({ fleetId, params }) {
        const deletion = await found(db, { fleetId, id: params['id']! });
        const { id, driverId, tripId, snapshotId } = deletion;
        const snapshot =
          snapshotId === null ? undefined : await getSnapshotText(db, { fleetId, id: snapshotId });
        if (!snapshot)
          throw new Problem(
            404,
            deletion.settledAt === null
              ? worded('problems.noSnapshotYet')
              : 'There is no snapshot: the trip could not be read, or the deletion ended before a snapshot was needed.',
          );
        const rest = {
          id: snapshot.id,
          deletion_id: id,
          driver_id: driverId,
          trip_id: tripId,
          taken_at: snapshot.takenAt,
        };
        return withMember(given(rest), 'trip', snapshot.raw);
      },
    }),
    api({
      ...decided,
      method: 'post',
      path: '/deletions/{id}/approve',
      id: 'approveDeletion',
      summary: 'Approve a deletion',
      description:
        'If it cannot be started now (503, with `state`), it starts automatically as soon as Temporal is available, or when it is approved again.',
      run: async (call) =>
        namedOne(db, call.fleetId, deletionOnWire(await verdictOf(deps, call, 'approved'))),
    }),
    api({
      ...decided,
      method: 'post',
      path: '/deletions/{id}/reject',
      id: 'rejectDeletion',
      summary: 'Reject a deletion',
      run: async (call) =>
        namedOne(db, call.fleetId, deletionOnWire(await verdictOf(deps, call, 'rejected'))),
    }),
  ];
}

async function verdictOf(
  deps: ServerDependencies,
  { fleetId, params, body, caller }: Verdict,
  decision: DeletionVerdict['decision'],
): Promise<Deletion> {
  const by = body.by ?? caller.name;
  const input = { fleetId, id: params['id']!, decision, who: caller.name, ...given({ ...body, by }) };
  const { deletion, isFirst } = await giveVerdict(deps, input);
  // The person who decided may repeat the request, which completes an earlier call that failed midway.
  // Another person gets an error that names the first person.
  const isTheirs = deletion.decidedWho === caller.name && deletion.decidedBy === by;
  if (!isFirst && !isTheirs) throw await tooLate(deps.database.db, deletion);
  return deletion;
}

async function found(db: Db, key: { readonly fleetId: string; readonly id: string }): Promise<Deletion> {
  const row = await getDeletion(db, key);
  if (!row) throw noSuchDeletion();
  return row;
}

/**
 * Returns a deletion with its cause in the requested language. The words come from the decision that
 * requested the deletion, if it is still stored.
 */
async function causeIn(db: Db, row: Deletion, language: Language): Promise<Deletion> {
  if (language === 'en' || row.cause === null) return row;
  const { fleetId, driverId, tripId } = row;
  const decisions = await listDecisions(db, { fleetId, driverId, tripId });
  return { ...row, cause: storedSentence(decisions, row, language) ?? row.cause };
}
