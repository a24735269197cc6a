import { OPEN_STATES } from './row.ts';
import type { Deletion } from './row.ts';
import { getRow, newestFirst, whereGiven } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { DeletionState } from '../tables/index.ts';

export type { Deletion } from './row.ts';
export type { DeletionState } from '../tables/index.ts';

/** Returns one deletion, or undefined if it is not stored. */
export function getDeletion(
  db: Db,
  key: { readonly fleetId: string; readonly id: string },
): Promise<Deletion | undefined> {
  return getRow(db, 'deletions', key);
}

/** Returns deletions, newest first. */
export async function listDeletions(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly tripId?: string;
    readonly rule?: string;
    readonly state?: DeletionState;
  },
): Promise<Listed<Deletion>> {
  const ofFleet = db.selectFrom('deletions').selectAll().where('fleetId', '=', args.fleetId);
  const query = whereGiven(ofFleet, args, ['driverId', 'tripId', 'rule', 'state']);
  return newestFirst(query, { ...args, list: 'deletions', by: 'id' });
}

/**
 * Returns the requested deletion of the same trip that replaces an ended one. Returns undefined if the given deletion is open or
 * no other one is requested.
 */
export async function requestInstead(
  db: Db,
  { fleetId, driverId, tripId, id, state }: Deletion,
): Promise<Pick<Deletion, 'id'> | undefined> {
  if (OPEN_STATES.includes(state)) return undefined;
  return db
    .selectFrom('deletions')
    .select('id')
    .where((row) => row.and({ fleetId, driverId, tripId, state: 'requested' }))
    .where('id', '!=', id)
    .executeTakeFirst();
}
