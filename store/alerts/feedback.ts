import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/** One rule's alerts and incidents in one week: whether people confirmed them, and how fast they answered. */
export interface RuleWeek {
  /** `YYYY-MM-DD`: the week's Monday in the fleet's time zone. */
  readonly week: string;
  readonly rule: string;
  /** Alerts that were sent or are held. */
  readonly alerts: number;
  /** Alerts that were stopped: no notification was sent, for any reason. */
  readonly stopped: number;
  /** Incidents that the rule's alerts opened. */
  readonly incidents: number;
  /** Resolved incidents with the disposition `confirmed`. */
  readonly confirmed: number;
  readonly falseAlarm: number;
  readonly notDriver: number;
  readonly other: number;
  /** Incidents that are not resolved yet. */
  readonly unresolved: number;
  /** Incidents whose escalation ended without an answer, including those that were answered later. */
  readonly unanswered: number;
  /** Seconds from an incident's opening to a person's first answer. Absent if no incident was answered. */
  readonly answerSeconds?: Spread;
  /** Seconds from an incident's opening to its resolution. Absent if no incident was resolved. */
  readonly resolveSeconds?: Spread;
}

/** Median and 90th percentile of some durations, in seconds. */
export interface Spread {
  readonly median: number;
  readonly p90: number;
}

interface Row extends Omit<RuleWeek, 'answerSeconds' | 'resolveSeconds'> {
  readonly answerMedian: number | null;
  readonly answerP90: number | null;
  readonly resolveMedian: number | null;
  readonly resolveP90: number | null;
}

/**
 * A condition on the incidents `i`: the escalation ended without an answer. True even if the incident was acknowledged later,
 * because the timeline keeps the entry.
 */
const WAS_UNANSWERED = sql`exists (select from incident_events e
  where e.fleet_id = i.fleet_id and e.incident_id = i.id and e.kind = 'unanswered')`;

/**
 * Returns a row for each rule and week with alerts or incidents in a time range, the newest week first. A week contains the
 * alerts raised and the incidents opened in it.
 * @param args.timezone IANA name of the time zone in which weeks begin, on Mondays
 * @param args.to exclusive
 */
export async function feedbackByRule(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly timezone: string;
    readonly from: Date;
    readonly to: Date;
    readonly rule?: string;
  },
): Promise<RuleWeek[]> {
  const { fleetId, timezone, from, to } = args;
  const ofRule = args.rule === undefined ? sql`true` : sql`rule = ${args.rule}`;
  const { rows } = await sql<Row>`
    with alert_weeks as (
      select to_char(date_trunc('week', at at time zone ${timezone}), 'YYYY-MM-DD') as week, rule,
        count(*) filter (where state <> 'stopped')::int as alerts,
        count(*) filter (where state = 'stopped')::int as stopped
      from alerts
      where fleet_id = ${fleetId} and at >= ${from} and at < ${to} and ${ofRule}
      group by 1, 2
    ), ended as (
      select i.*, to_char(date_trunc('week', i.opened_at at time zone ${timezone}), 'YYYY-MM-DD') as week,
        extract(epoch from (select min(e.at) from incident_events e
          where e.fleet_id = i.fleet_id and e.incident_id = i.id and e.kind in ('acknowledged', 'snoozed', 'resolved'))
          - i.opened_at) as answer_seconds,
        extract(epoch from i.resolved_at - i.opened_at) as resolve_seconds, ${WAS_UNANSWERED} as was_unanswered
      from incidents i
      where i.fleet_id = ${fleetId} and i.opened_at >= ${from} and i.opened_at < ${to} and ${ofRule}
    ), incident_weeks as (
      select week, rule, count(*)::int as incidents,
        count(*) filter (where state = 'resolved' and disposition = 'confirmed')::int as confirmed,
        count(*) filter (where state = 'resolved' and disposition = 'false_alarm')::int as false_alarm,
        count(*) filter (where state = 'resolved' and disposition = 'not_driver')::int as not_driver,
        count(*) filter (where state = 'resolved' and disposition = 'other')::int as other,
        count(*) filter (where state <> 'resolved')::int as unresolved,
        count(*) filter (where was_unanswered)::int as unanswered,
        (percentile_cont(0.5) within group (order by answer_seconds))::float8 as answer_median,
        (percentile_cont(0.9) within group (order by answer_seconds))::float8 as answer_p90,
        (percentile_cont(0.5) within group (order by resolve_seconds))::float8 as resolve_median,
        (percentile_cont(0.9) within group (order by resolve_seconds))::float8 as resolve_p90
      from ended group by week, rule
    )
    select week, rule, coalesce(alerts, 0) as alerts, coalesce(stopped, 0) as stopped,
      coalesce(incidents, 0) as incidents, coalesce(confirmed, 0) as confirmed,
      coalesce(false_alarm, 0) as "falseAlarm", coalesce(not_driver, 0) as "notDriver", coalesce(other, 0) as other,
      coalesce(unresolved, 0) as unresolved, coalesce(unanswered, 0) as unanswered,
      answer_median as "answerMedian", answer_p90 as "answerP90",
      resolve_median as "resolveMedian", resolve_p90 as "resolveP90"
    from alert_weeks full join incident_weeks using (week, rule)
    order by week desc, rule
  `.execute(db);
  return rows.map(({ answerMedian, answerP90, resolveMedian, resolveP90, ...counts }) => ({
    ...counts,
    ...spread('answerSeconds', answerMedian, answerP90),
    ...spread('resolveSeconds', resolveMedian, resolveP90),
  }));
}

function spread<K extends string>(
  name: K,
  median: number | null,
  p90: number | null,
): Partial<Record<K, Spread>> {
  if (median === null || p90 === null) return {};
  return { [name]: { median: Math.round(median), p90: Math.round(p90) } } as Record<K, Spread>;
}

/** Number of a fleet's unresolved incidents in one state. */
export interface OpenIncidents {
  readonly fleetId: string;
  readonly state: 'open' | 'acknowledged';
  readonly count: number;
  /** Opening time of the oldest of these incidents. */
  readonly oldestOpenedAt: Date;
}

/** Counts unresolved incidents by fleet and state, for the metrics. */
export async function countOpenIncidents(db: Db): Promise<OpenIncidents[]> {
  const { rows } = await sql<OpenIncidents>`
    select fleet_id as "fleetId", state, count(*)::int as count, min(opened_at) as "oldestOpenedAt"
    from incidents where state <> 'resolved' group by fleet_id, state
  `.execute(db);
  return rows;
}

/** Number of one rule's incidents with one ending, in one fleet, for the metrics. */
export interface RuleEndings {
  readonly fleetId: string;
  readonly rule: string;
  readonly ending: string;
  readonly count: number;
}

/**
 * Counts incidents that opened since an instant, by fleet, rule and ending. An ending is a disposition or `unanswered`. An
 * incident that was unanswered first and resolved later is counted under both.
 */
export async function countEndings(db: Db, since: Date): Promise<RuleEndings[]> {
  const { rows } = await sql<RuleEndings>`
    select fleet_id as "fleetId", rule, ending, count(*)::int as count from (
      select fleet_id, rule, disposition as ending from incidents where opened_at >= ${since} and state = 'resolved'
      union all
      select fleet_id, rule, 'unanswered' from incidents i where opened_at >= ${since} and ${WAS_UNANSWERED}
    ) as ended where ending is not null group by 1, 2, 3
  `.execute(db);
  return rows;
}
