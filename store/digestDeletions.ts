import { sql } from 'kysely';
import { instantsOf, ofDigest } from './digestDriving.ts';
import type { DigestScope } from './digestDriving.ts';
import type { Db } from './schema.ts';

/** A trip that was deleted on the dates, with the driver's score before and after; null: not read, or not rated. */
export interface DigestDeletion {
  readonly driverId: string;
  readonly name: string;
  readonly tripId: string;
  readonly rule: string;
  readonly deletedAt: Date;
  readonly scoreBefore: number | null;
  readonly scoreAfter: number | null;
}

/** Trips deleted on the dates, newest first, how many in all, and how many deletions wait for an approval now. */
export async function digestDeletions(
  db: Db,
  args: DigestScope & { readonly limit: number },
): Promise<{
  readonly deleted: readonly DigestDeletion[];
  readonly total: number;
  readonly waiting: number;
}> {
  const { fleetId, runId } = args;
  const { from, until } = instantsOf(args.dates);
  const { rows } = await sql<DigestDeletion & { readonly total: number }>`
    select d.driver_id, coalesce(named.name, d.driver_id) as name, d.trip_id, d.rule, d.settled_at as deleted_at,
      d.score_before, d.score_after, count(*) over ()::int as total
    from deletions d left join lateral (select name from digest_drivers where fleet_id = ${fleetId}
      and run_id = ${runId} and range in ('now', 'before') and driver_id = d.driver_id order by range desc limit 1) as named on true
    where d.fleet_id = ${fleetId} and d.state = 'deleted' and d.settled_at >= ${from} and d.settled_at < ${until}
      and ${ofDigest(args, sql`d.driver_id`)}
    order by d.settled_at desc, d.id desc limit ${args.limit}`.execute(db);
  const { rows: counted } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from deletions d
    where d.fleet_id = ${fleetId} and d.state = 'requested' and ${ofDigest(args, sql`d.driver_id`)}`.execute(
    db,
  );
  const deleted = rows.map(({ total: _total, ...deletion }) => deletion);
  return { deleted, total: rows[0]?.total ?? 0, waiting: counted[0]!.waiting };
}
