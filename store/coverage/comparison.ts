import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** How far the dates of a range were compared with the service's own lists of trips. */
export interface CoverageComparison {
  /** Dates of the range. */
  readonly days: number;
  /** Those of them over which a walk went, from end to end, after they were over. */
  readonly compared: number;
  /** Each of these was compared then or later; null: none was. */
  readonly at: Date | null;
}

/** Counts the dates of a range that were compared. A walk that could not read a list to its end compared none. */
export async function coverageComparison(
  db: Db,
  args: { readonly fleetId: string; readonly fromDate: string; readonly toDate: string },
): Promise<CoverageComparison> {
  const { fleetId, fromDate, toDate } = args;
  const date = sql`to_char(each.day, 'YYYY-MM-DD')`;
  const { rows } = await sql<CoverageComparison>`
    select count(*)::int as days, count(walked.at)::int as compared, min(walked.at) as at
    from generate_series(${fromDate}::timestamp, ${toDate}::timestamp, interval '1 day') as each (day)
      left join lateral (
        select max(started_at) as at from reconcile_runs
        where fleet_id = ${fleetId} and state = 'done' and problem is null
          and from_date <= ${date} and to_date >= ${date}
          and started_at >= (each.day + interval '1 day') at time zone 'UTC'
      ) as walked on true`.execute(db);
  return rows[0]!;
}

/** Since when a fleet is looked after: as its first walk noted it, else its first notification; undefined: not yet. */
export async function knownSince(db: Db, fleetId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select coalesce((select since from reconcile_fleets where fleet_id = ${fleetId}),
      (select min(received_at) from notifications where fleet_id = ${fleetId} and source = 'webhook')) as since`.execute(
    db,
  );
  return rows[0]?.since ?? undefined;
}
