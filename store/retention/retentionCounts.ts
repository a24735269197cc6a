import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../db/index.ts';
import type { RetentionCountsTable } from '../tables/index.ts';

/** Adds to what a fleet's retention has removed since ever. */
export async function countRemoved(
  db: Db,
  args: { readonly fleetId: string; readonly removed: Readonly<Record<string, number>>; readonly at: Date },
): Promise<void> {
  const { fleetId, removed, at } = args;
  const some = Object.entries(removed).filter(([, count]) => count > 0);
  if (some.length === 0) return;
  await sql`
    insert into retention_counts (fleet_id, what, count, last_at)
    select ${fleetId}, what, count, ${at}
    from unnest(${some.map(([what]) => what)}::text[], ${some.map(([, count]) => count)}::bigint[]) one (what, count)
    on conflict (fleet_id, what) do update
      set count = retention_counts.count + excluded.count, last_at = excluded.last_at`.execute(db);
}

/** The same, of all fleets. */
export function retentionCounts(db: Db): Promise<Selectable<RetentionCountsTable>[]> {
  return db.selectFrom('retentionCounts').selectAll().orderBy('fleetId').orderBy('what').execute();
}
