import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** Number of one rule's alerts for one driver in a window of time. */
export interface RuleAlertFigures {
  readonly count: number;
  /** End of the driver's first stored trip if it is inside the window. Nothing is known about the time before it. */
  readonly historySince?: Date;
}

/**
 * Counts a rule's alerts for a driver on trips that ended in (`from`, `to`], without deleted and gone trips. Includes alerts that
 * were throttled, silenced or over budget. Excludes alerts of a rule or draft in shadow.
 *
 * Also excludes the trip `excludeTripId`, which is being decided: its rules are decided together, so that none depends on
 * another's result.
 */
export async function countRuleAlerts(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly driverId: string;
    readonly rule: string;
    readonly from: Date;
    readonly to: Date;
    readonly excludeTripId: string;
  },
): Promise<RuleAlertFigures> {
  const { fleetId, driverId, from, to } = args;
  const { rows } = await sql<{ count: number; historySince: Date | null }>`
    select count(distinct alert.trip_id)::int as count, (
        select min(ended_at) from trips where fleet_id = ${fleetId} and driver_id = ${driverId}
      ) as history_since
    from alerts alert join trips trip using (fleet_id, driver_id, trip_id)
    where alert.fleet_id = ${fleetId} and alert.driver_id = ${driverId} and alert.rule = ${args.rule}
      and not alert.in_shadow
      and alert.trip_id <> ${args.excludeTripId}
      and trip.ended_at > ${from} and trip.ended_at <= ${to}
      and trip.state not in ('deleted', 'gone')`.execute(db);
  const { count, historySince } = rows[0]!;
  const isInside = historySince !== null && historySince > from && historySince <= to;
  return isInside ? { count, historySince } : { count };
}
