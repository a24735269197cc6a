import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** How many drivers each group of a fleet has, as the fleet's groups were read last. */
export async function groupsBySize(db: Db, fleetId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ group: string; drivers: number }>`
    select each as "group", count(*)::int as drivers
    from driver_groups, unnest(groups) as each
    where fleet_id = ${fleetId} group by 1`.execute(db);
  return new Map(rows.map(({ group, drivers }) => [group, drivers]));
}
