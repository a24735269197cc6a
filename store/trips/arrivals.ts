import { sql } from 'kysely';
import type { Stretch } from '../../rules/time/index.ts';
import type { Db } from '../db/index.ts';

/** When the first and the last notification of a fleet came that are still kept. */
export interface Arrivals {
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Undefined: none ever came. What a walk or a person began is no notification. */
export async function arrivals(db: Db, fleetId: string): Promise<Arrivals | undefined> {
  const { rows } = await sql<{ firstAt: Date | null; lastAt: Date | null }>`
    select min(received_at) as first_at, max(received_at) as last_at
    from notifications where fleet_id = ${fleetId} and source = 'webhook'`.execute(db);
  const { firstAt, lastAt } = rows[0]!;
  return firstAt === null || lastAt === null ? undefined : { firstAt, lastAt };
}

/** More of them say nothing new. */
const ENOUGH = 1_000;

/** How many notifications came in each stretch, at most a thousand. */
export async function countArrivals(
  db: Db,
  args: { readonly fleetId: string; readonly stretches: readonly Stretch[] },
): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const { from, to } of args.stretches) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select from notifications where fleet_id = ${args.fleetId} and source = 'webhook'
          and received_at > ${from} and received_at <= ${to} limit ${ENOUGH}) as came`.execute(db);
    counts.push(rows[0]!.count);
  }
  return counts;
}
