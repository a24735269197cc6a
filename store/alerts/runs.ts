import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/index.ts';
import type { RuleHistory } from './history.ts';

/** A trip's place among its driver's trips. */
interface PlaceOfTrip {
  readonly driverId: string;
  readonly tripId: string;
  /** When it ended; undefined: not known, so it has no place among them. */
  readonly endedAt: Date | undefined;
}

/**
 * Returns the trip whose alert the run of a matching trip already has, if any. A run is a driver's consecutive matches of a
 * rule, in any version, in the order of the trips' ends and then of their ids, by each trip's newest decision:
 *
 * | trip beside this one | effect |
 * |---|---|
 * | not matched | ends the run |
 * | with an alert that was sent, held, grouped or batched | is the answer |
 * | deleted, gone, undecided; the rule unknown, failed or out of scope | is skipped |
 *
 * Each side stops at the first trip that decides, so it costs as many rows as the run has trips, and none where the driver has
 * no such alert.
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
