import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** The rules that alerted on a trip: both, only the original, or only the copy. */
type Side = 'both' | 'only_original' | 'only_copy';

/** A trip on which at least one of the two rules alerted. */
export interface ComparedTrip {
  readonly driverId: string;
  readonly tripId: string;
  readonly at: Date;
}

/** Result of comparing the alerts of a rule and its shadow copy, by trip. */
export interface ComparedRules {
  /** Number of trips in each of these cases. */
  readonly trips: Readonly<Record<Side, number>>;
  /** Number of alerts that passed the throttle and the budget. */
  readonly passed: { readonly original: number; readonly copy: number };
  /** The newest trips in each case. */
  readonly examples: Readonly<Record<Side, readonly ComparedTrip[]>>;
}

/** Maximum number of example trips per case. */
const MOST_EXAMPLES = 10;

/**
 * Compares the alerts of a rule and its copy since an instant, whatever their outcome. Skips trips on which the original alerted
 * before: the copy matches such a trip later only because it did not run yet.
 */
export async function compareRules(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly original: string;
    readonly copy: string;
    readonly since: Date;
  },
): Promise<ComparedRules> {
  const { fleetId, original, copy, since } = args;
  type Row = ComparedTrip & Readonly<Record<'trips' | 'original' | 'copy', number>> & { readonly side: Side };
  const { rows } = await sql<Row>`
    select side, driver_id, trip_id, at, trips, original, copy from (
      select *, count(*) over (partition by side)::int as trips,
        sum(passed_original) over ()::int as original, sum(passed_copy) over ()::int as copy,
        row_number() over (partition by side order by at desc, driver_id, trip_id) as place
      from (
        select driver_id, trip_id, max(at) as at,
          case when count(*) = 2 then 'both' when bool_or(rule = ${copy}) then 'only_copy' else 'only_original' end as side,
          count(*) filter (where rule = ${original} and passed_budget) as passed_original,
          count(*) filter (where rule = ${copy} and passed_budget) as passed_copy
        from alerts
        where fleet_id = ${fleetId} and rule in (${original}, ${copy}) and at >= ${since} and not exists (
          select from alerts before where before.fleet_id = ${fleetId} and before.driver_id = alerts.driver_id
            and before.trip_id = alerts.trip_id and before.rule = ${original} and before.at < ${since})
        group by driver_id, trip_id
      ) sides
    ) placed
    where place <= ${MOST_EXAMPLES} order by place`.execute(db);
  const bySide = <T>(of: (rows: readonly Row[]) => T): Record<Side, T> => ({
    both: of(rows.filter(({ side }) => side === 'both')),
    only_original: of(rows.filter(({ side }) => side === 'only_original')),
    only_copy: of(rows.filter(({ side }) => side === 'only_copy')),
  });
  return {
    trips: bySide(([first]) => first?.trips ?? 0),
    passed: { original: rows[0]?.original ?? 0, copy: rows[0]?.copy ?? 0 },
    examples: bySide((some) => some.map(({ driverId, tripId, at }) => ({ driverId, tripId, at }))),
  };
}
