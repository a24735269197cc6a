import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/index.ts';
import type { RuleHistory } from './history.ts';

/** A trip's position in the order of its driver's trips. */
interface PlaceOfTrip {
  readonly driverId: string;
  readonly tripId: string;
  /** The trip's end. If it is undefined (unknown), the trip has no position. */
  readonly endedAt: Date | undefined;
}

/**
 * Returns the id of another trip in the same run that already has an alert, or undefined if there is none. A run is a series of a
 * driver's trips that match one rule, in any version, without a non-matching trip in between. Trips are ordered by end, then by
 * id, and each trip's newest decision applies:
 *
 * | trip before or after the given trip | effect |
 * |---|---|
 * | did not match | ends the run |
 * | has an alert that was sent, held, grouped or batched | is returned |
 * | is deleted, gone or undecided; or the rule was unknown, failed or out of scope | is skipped |
 *
 * The search in each direction stops at the first trip that ends the run or has an alert. So it reads at most the trips of the
 * run, and none if the driver has no such alert.
 */
export async function alertedInRun(
  db: Db,
  args: RuleHistory & { readonly trip: PlaceOfTrip },
): Promise<string | undefined> {
  const { fleetId, rule, trip } = args;
  const { driverId, tripId, endedAt } = trip;
  if (!endedAt) return undefined;
  const alerted = sql`
    select from alerts alerted
    where alerted.fleet_id = ${fleetId} and alerted.rule = ${rule} and alerted.driver_id = ${driverId}
      and alerted.passed_budget ${args.withShadow ? sql`` : sql`and alerted.reason is distinct from 'shadow'`}`;
  const notMatched = sql<boolean>`${rule} = any(near.not_matched)`;
  const side = (after: boolean): RawBuilder<unknown> => {
    const [order, compared] = after ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
    return sql`(
      select near.trip_id, near.ended_at, not ${notMatched} as is_alerted from trips near
      where near.fleet_id = ${fleetId} and near.driver_id = ${driverId} and near.trip_id <> ${tripId}
        and (near.ended_at, near.trip_id collate "C") ${compared} (${endedAt}::timestamptz, ${tripId}::text collate "C")
        and near.state not in ('deleted', 'gone')
        and (${notMatched} or exists (${alerted} and alerted.trip_id = near.trip_id))
      order by near.ended_at ${order}, near.trip_id collate "C" ${order} limit 1)`;
  };
  const { rows } = await sql<{ tripId: string }>`
    select trip_id from (${side(false)} union all ${side(true)}) as nearest
    where is_alerted and exists (${alerted} and alerted.trip_id <> ${tripId})
    order by ended_at, trip_id collate "C" limit 1`.execute(db);
  return rows[0]?.tripId;
}
