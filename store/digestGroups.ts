import { sql } from 'kysely';
import type { DigestRange } from './digestRuns.ts';
import type { Db } from './schema.ts';

/** How many drivers each group of a fleet has, as the fleet's groups were read last. */
export async function groupsBySize(db: Db, fleetId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ group: string; drivers: number }>`
    select each as "group", count(*)::int as drivers
    from driver_groups, unnest(groups) as each
    where fleet_id = ${fleetId} group by 1`.execute(db);
  return new Map(rows.map(({ group, drivers }) => [group, drivers]));
}

/** Whether somebody was listed in the period before and is not in this one: gone silent, or in another group by now. */
export async function isAnybodyListedNoMore(
  db: Db,
  key: { readonly fleetId: string; readonly runId: string },
): Promise<boolean> {
  const listed = sql`select driver_id from digest_drivers where fleet_id = ${key.fleetId} and run_id = ${key.runId}`;
  const { rows } = await sql<{ isAnybody: boolean }>`
    select exists (${listed} and range = 'before' except ${listed} and range = 'now') as is_anybody`.execute(
    db,
  );
  return rows[0]!.isAnybody;
}

/** What the drivers of one group, who were listed by it, add up to in one range. A sum is null where no driver says anything. */
export interface DigestGroupTotals {
  readonly group: string;
  readonly range: DigestRange;
  /** Drivers with a trip, or of whom it is not known. */
  readonly active: number;
  readonly distanceKm: number | null;
  readonly distanceUnknown: number;
  readonly durationSeconds: number | null;
  readonly durationUnknown: number;
}

/** Adds up the drivers of each group of a run that was read by groups; a group without any is not in it. */
export async function digestGroupTotals(
  db: Db,
  key: { readonly fleetId: string; readonly runId: string },
): Promise<readonly DigestGroupTotals[]> {
  const { rows } = await sql<DigestGroupTotals>`
    select each as "group", range,
      (count(*) filter (where trip_count is distinct from 0))::int as active,
      sum(distance_km) as distance_km, (count(*) filter (where distance_km is null))::int as distance_unknown,
      sum(duration_seconds) as duration_seconds,
      (count(*) filter (where duration_seconds is null))::int as duration_unknown
    from digest_drivers, unnest(groups) as each
    where fleet_id = ${key.fleetId} and run_id = ${key.runId} group by 1, 2`.execute(db);
  return rows;
}
