import { sql } from 'kysely';
import { JsonText } from '../db/index.ts';
import type { Db } from '../db/index.ts';

/** A fleet and a time range. `from` is inclusive, `to` exclusive. */
export interface StatisticsRange {
  readonly fleetId: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Returns numbers of alerts by rule and day, the newest day first. The list is JSON text made by the database, because building a
 * long list here would block other requests.
 *
 * - `sent`: sent, or about to be
 * - `held`: to be sent later
 * - `by_now`: the part of `total` up to the present time of day. It makes an unfinished day comparable with others.
 *
 * @param args.timezone IANA name of the time zone in which days begin
 */
export async function alertsByDay(
  db: Db,
  args: StatisticsRange & {
    readonly timezone: string;
    readonly now: Date;
    readonly rule?: string | undefined;
  },
): Promise<JsonText> {
  const { fleetId, from, to, timezone, now, rule } = args;
  const { rows } = await sql<{ items: string }>`
    select coalesce(json_agg(json_build_object('rule', rule, 'date', to_char(date, 'YYYY-MM-DD'), 'sent', sent, 'held', held,
      'stopped', stopped, 'total', total, 'by_now', by_now) order by date desc, rule collate "C"), '[]')::text as items
    from (
      select rule, (at at time zone ${timezone})::date as date, count(*) filter (where state = 'raised') as sent,
        count(*) filter (where state = 'held') as held, count(*) filter (where state = 'stopped') as stopped, count(*) as total,
        count(*) filter (where (at at time zone ${timezone})::time <= (${now}::timestamptz at time zone ${timezone})::time) as by_now
      from alerts where fleet_id = ${fleetId} and at >= ${from} and at < ${to}
        ${rule === undefined ? sql`` : sql`and rule = ${rule}`}
      group by 1, 2
    ) counted`.execute(db);
  return new JsonText(rows[0]!.items);
}

/** Numbers of alerts on one day. `byNow` is the part of `total` up to the present time of day. */
export interface AlertDay {
  readonly date: string;
  readonly sent: number;
  readonly held: number;
  readonly stopped: number;
  readonly total: number;
  readonly byNow: number;
}

/**
 * Returns numbers of alerts of all rules together by day, the newest day first.
 * @param args.timezone IANA name of the time zone in which days begin
 */
export async function alertTotalsByDay(
  db: Db,
  args: StatisticsRange & { readonly timezone: string; readonly now: Date },
): Promise<AlertDay[]> {
  const { fleetId, from, to, timezone, now } = args;
  const { rows } = await sql<AlertDay>`
    select to_char((at at time zone ${timezone})::date, 'YYYY-MM-DD') as date, (count(*) filter (where state = 'raised'))::int as sent,
      (count(*) filter (where state = 'held'))::int as held, (count(*) filter (where state = 'stopped'))::int as stopped,
      count(*)::int as total,
      (count(*) filter (where (at at time zone ${timezone})::time <= (${now}::timestamptz at time zone ${timezone})::time))::int as by_now
    from alerts where fleet_id = ${fleetId} and at >= ${from} and at < ${to}
    group by 1 order by 1 desc`.execute(db);
  return rows;
}

/** Number of one rule's incidents for each disposition that people chose. */
export interface RuleDispositions {
  readonly rule: string;
  readonly confirmed: number;
  readonly falseAlarm: number;
  /** Resolved incidents with any other disposition. */
  readonly other: number;
  readonly unresolved: number;
}

/** Counts the incidents that opened in a time range, by rule and disposition. */
export async function dispositionsByRule(db: Db, range: StatisticsRange): Promise<RuleDispositions[]> {
  const { fleetId, from, to } = range;
  const resolved = sql`state = 'resolved'`;
  const { rows } = await sql<RuleDispositions>`
    select rule, (count(*) filter (where ${resolved} and disposition = 'confirmed'))::int as confirmed,
      (count(*) filter (where ${resolved} and disposition = 'false_alarm'))::int as false_alarm,
      (count(*) filter (where ${resolved} and disposition not in ('confirmed', 'false_alarm')))::int as other,
      (count(*) filter (where not ${resolved}))::int as unresolved
    from incidents where fleet_id = ${fleetId} and opened_at >= ${from} and opened_at < ${to}
    group by rule order by rule`.execute(db);
  return rows;
}

/** Statistics of how fast people answered incidents. */
export interface AnswerTimes {
  /** Incidents that a person answered. */
  readonly count: number;
  readonly unanswered: number;
  /** Median seconds from an incident's opening to its first answer. Null if no incident was answered. */
  readonly median: number | null;
  /** The 90th percentile of the same seconds. */
  readonly p90: number | null;
}

/** Returns the times to first answer of the incidents that opened in a time range. */
export async function answerTimes(db: Db, range: StatisticsRange): Promise<AnswerTimes> {
  const { fleetId, from, to } = range;
  const { rows } = await sql<AnswerTimes>`
    select count(seconds)::int as count, (count(*) - count(seconds))::int as unanswered,
      round(percentile_cont(0.5) within group (order by seconds))::int as median,
      round(percentile_cont(0.9) within group (order by seconds))::int as p90
    from (
      select extract(epoch from (select min(answer.at) from incident_events answer
        where answer.fleet_id = incident.fleet_id and answer.incident_id = incident.id
          and answer.kind in ('acknowledged', 'snoozed', 'resolved')) - incident.opened_at)::float8 as seconds
      from incidents incident
      where incident.fleet_id = ${fleetId} and incident.opened_at >= ${from} and incident.opened_at < ${to}
    ) answered`.execute(db);
  return rows[0]!;
}
