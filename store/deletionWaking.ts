import type { Deletion } from './deletions.ts';
import type { Db } from './schema.ts';

/** A rejection that waited longer than this has a message nobody looks at any more. */
const REJECTED_WORTH_SHOWING_MS = 30 * 86_400_000;

/** A deletion that a person decided and no workflow knows of. */
export type WaitingDeletion = Pick<Deletion, 'fleetId' | 'id' | 'decidedAt'>;

/** Deletions that a person decided until `before` and no workflow was begun for, of all fleets, the longest waiting first. */
export async function deletionsToStart(
  db: Db,
  args: { readonly before: Date; readonly limit: number },
): Promise<WaitingDeletion[]> {
  const worthShowing = new Date(args.before.getTime() - REJECTED_WORTH_SHOWING_MS);
  return db
    .selectFrom('deletions')
    .select(['fleetId', 'id', 'decidedAt'])
    .where('workflowStartedAt', 'is', null)
    .where('decidedAt', '<=', args.before)
    .where('approval', '=', 'required')
    .where((row) =>
      row.or([
        row('state', '=', 'approved'),
        row.and([row('state', '=', 'rejected'), row('decidedAt', '>', worthShowing)]),
      ]),
    )
    .orderBy('decidedAt')
    .limit(args.limit)
    .execute();
}

/** Notes that Temporal holds the workflow for what a person decided. */
export async function noteStarted(
  db: Db,
  args: Pick<Deletion, 'fleetId' | 'id'> & { readonly at: Date },
): Promise<void> {
  await db
    .updateTable('deletions')
    .set({ workflowStartedAt: args.at })
    .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
    .where('workflowStartedAt', 'is', null)
    .execute();
}
