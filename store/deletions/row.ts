import type { Selectable } from 'kysely';
import { isRowId, recordAudit } from '../db/index.ts';
import type { Tx } from '../db/index.ts';
import type { DeletionState, DeletionsTable } from '../tables/index.ts';

/** The deletion of one trip that a rule requested, from its request to its end. */
export type Deletion = Selectable<DeletionsTable>;

/** States of an open deletion. A trip has at most one deletion in these states. */
export const OPEN_STATES: readonly DeletionState[] = ['requested', 'approved', 'deleting', 'unknown_outcome'];

/** The final states of a deletion. */
export const SETTLED_STATES: ReadonlySet<DeletionState> = new Set([
  'rejected',
  'expired',
  'deleted',
  'refused',
  'gone',
]);

/** Returns a deletion, locked until the transaction ends, or undefined if it is not stored. */
export async function lockDeletion(
  tx: Tx,
  args: { readonly fleetId: string; readonly id: string },
): Promise<Deletion | undefined> {
  if (!isRowId(args.id)) return undefined;
  return tx
    .selectFrom('deletions')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a deletion that is locked. */
export async function changeDeletion(
  tx: Tx,
  row: Deletion,
  to: Partial<Omit<Deletion, 'id' | 'fleetId'>>,
): Promise<Deletion> {
  return tx
    .updateTable('deletions')
    .set(to)
    .where('fleetId', '=', row.fleetId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records a step of a deletion in the audit log. */
export async function auditDeletion(
  tx: Tx,
  row: Deletion,
  entry: { at: Date; who: string; by?: string | undefined; action: string; why?: string | undefined },
): Promise<void> {
  const { by, why, ...rest } = entry;
  await recordAudit(tx, {
    ...rest,
    fleetId: row.fleetId,
    subjectType: 'deletion',
    subjectId: row.id,
    ...(by === undefined ? {} : { by }),
    ...(why === undefined ? {} : { why }),
    details: { driver_id: row.driverId, trip_id: row.tripId, rule: row.rule, version: row.version },
  });
}
