import type { Db } from '../../../store/db/index.ts';
import { isDriverInGroups } from '../../../store/facts/index.ts';
import type { Caller } from '../../http/index.ts';

/**
 * Whether a caller sees what is about a driver: who is limited to groups sees drivers that are in them now. Anything else is as if
 * it were not there.
 */
export async function sees(
  db: Db,
  { groups }: Pick<Caller, 'groups'>,
  driver: { readonly fleetId: string; readonly driverId: string },
): Promise<boolean> {
  return groups === undefined || isDriverInGroups(db, { ...driver, groups });
}
