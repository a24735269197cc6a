import type { Db } from '../../../store/db/index.ts';
import { isDriverInGroups } from '../../../store/facts/index.ts';
import type { Caller } from '../../access/index.ts';

/**
 * Returns whether a caller may see data about a driver. A caller limited to groups sees only drivers who are
 * in these groups now. Routes treat other drivers as missing.
 */
export async function sees(
  db: Db,
  { groups }: Pick<Caller, 'groups'>,
  driver: { readonly fleetId: string; readonly driverId: string },
): Promise<boolean> {
  return groups === undefined || isDriverInGroups(db, { ...driver, groups });
}
