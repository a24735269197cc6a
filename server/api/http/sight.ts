import type { Db } from '../../../store/db/index.ts';
import { isDriverInGroups } from '../../../store/facts/index.ts';
import type { Caller } from '../../access/index.ts';

/**
 * Returns whether a caller sees data about a driver: a caller limited to groups sees drivers that are in them now. All other
 * data is treated as missing.
 */
export async function sees(
  db: Db,
  { groups }: Pick<Caller, 'groups'>,
  driver: { readonly fleetId: string; readonly driverId: string },
): Promise<boolean> {
  return groups === undefined || isDriverInGroups(db, { ...driver, groups });
}
