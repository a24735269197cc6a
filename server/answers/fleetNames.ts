import { attributePaths } from '../../rules/documents/index.ts';
import type { FleetNames } from '../../rules/documents/index.ts';
import type { Db } from '../../store/db/index.ts';
import { listGroups, newestAttributes } from '../../store/facts/index.ts';

/** Drivers whose attributes are looked at: enough to see every name that is in use. */
const DRIVERS = 500;

/** The names that only this fleet knows, as far as they were read: its groups, and what its drivers' attributes are called. */
export async function storedFleetNames(db: Db, fleetId: string): Promise<FleetNames> {
  const [groups, attributes] = await Promise.all([
    listGroups(db, fleetId),
    newestAttributes(db, { fleetId, drivers: DRIVERS }),
  ]);
  return { groups, attributePaths: attributePaths(attributes) };
}
