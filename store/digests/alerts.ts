import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Disposition, IncidentState } from '../../rules/escalation/index.ts';
import type { Severity } from '../../rules/evaluation/index.ts';
import { instantsOf, ofDigest } from './driving.ts';
import type { DigestScope } from './driving.ts';
import type { Db } from '../db/index.ts';

/** Counts, by severity, the alerts raised on the digest's dates that were sent or are held. */
export async function digestAlertCounts(
  db: Db,
  scope: DigestScope,
): Promise<Readonly<Record<Severity, number>>> {
  const { from, until } = instantsOf(scope.dates);
  const { rows } = await sql<{ severity: Severity; count: number }>`
    select severity, count(*)::int as count from alerts
    where fleet_id = ${scope.fleetId} and at >= ${from} and at < ${until} and state <> 'stopped'
      and ${ofDigest(scope, sql`alerts.driver_id`)}
    group by 1`.execute(db);
  const counts = { info: 0, warning: 0, critical: 0 };
  for (const { severity, count } of rows) counts[severity] = count;
  return counts;
}

/** An incident as a digest shows it. */
interface DigestIncident {
  readonly id: string;
  readonly rule: string;
  readonly driverId: string;
  readonly name: string;
  readonly openedAt: Date;
  readonly state: IncidentState;
  /**
   * Whether the incident waits for an answer now. A late answer, or an escalation without one, shows in the state and times
   * instead.
   */
  readonly isUnanswered: boolean;
  /** Seconds from the opening to a person's first answer. Null if there was none. */
  readonly secondsToAcknowledge: number | null;
  readonly disposition: Disposition | null;
}

/**
 * Returns incidents opened on the digest's dates, unanswered ones first, then those answered most slowly. Also returns totals of
 * all these incidents.
 */
export async function digestIncidents(
  db: Db,
  args: DigestScope & { readonly limit: number },
): Promise<{
  readonly incidents: readonly DigestIncident[];
  readonly total: number;
  readonly unanswered: number;
  readonly medianSecondsToAcknowledge: number | null;
}> {
  const { fleetId, dates } = args;
  const { from, until } = instantsOf(dates);
  const { rows } = await sql<
    DigestIncident & { total: number; unanswered: number; medianSecondsToAcknowledge: number | null }
  >`
    with opened as (
      select i.id, i.rule, i.driver_id, i.opened_at, i.state, i.disposition,
        (extract(epoch from (select min(e.at) from incident_events e
          where e.fleet_id = i.fleet_id and e.incident_id = i.id and e.kind in ('acknowledged', 'snoozed', 'resolved'))
          - i.opened_at))::float8 as seconds_to_acknowledge, i.state = 'open' as is_unanswered
      from incidents i
      where i.fleet_id = ${fleetId} and i.opened_at >= ${from} and i.opened_at < ${until}
        and ${ofDigest(args, sql`i.driver_id`)}
    ), sums as (
      select count(*)::int as total, (count(*) filter (where is_unanswered))::int as unanswered,
        percentile_cont(0.5) within group (order by seconds_to_acknowledge) as median_seconds_to_acknowledge
      from opened
    )
    select j.id, ${ruleName(fleetId, sql`j.rule`)} as rule, j.driver_id, ${driverName(args, sql`j.driver_id`)} as name, j.opened_at,
      j.state, j.is_unanswered, j.seconds_to_acknowledge, j.disposition, sums.*
    from sums left join (select * from opened
        order by is_unanswered desc, seconds_to_acknowledge desc nulls first, opened_at, id limit ${args.limit}) as j on true
    order by j.is_unanswered desc, j.seconds_to_acknowledge desc nulls first, j.opened_at, j.id`.execute(db);
  const { total = 0, unanswered = 0, medianSecondsToAcknowledge = null } = rows[0] ?? {};
  const incidents = rows.flatMap(
    ({ total: _t, unanswered: _u, medianSecondsToAcknowledge: _m, ...incident }) =>
      (incident.id as string | null) === null ? [] : [incident],
  );
  return { incidents, total, unanswered, medianSecondsToAcknowledge };
}

/** A rule with its figures for the digest's dates. */
export interface DigestRule {
  readonly id: string;
  readonly name: string;
  /** Alerts that were sent or are held: `alerts` on the digest's dates, `before` on the dates of the period before. */
  readonly alerts: number;
  readonly before: number;
  /** Alerts over the rule's budget. */
  readonly overBudget: number;
  /** Resolved incidents among those the rule opened, and the false alarms among them. */
  readonly answered: number;
  readonly falseAlarms: number;
}

/** Returns rules with alerts or incidents on the digest's dates, those with the most alerts first. */
export async function digestRules(
  db: Db,
  args: DigestScope & { readonly before: DigestScope['dates']; readonly limit: number },
): Promise<readonly DigestRule[]> {
  const { fleetId, dates } = args;
  const { from, until } = instantsOf(dates);
  const earlier = instantsOf(args.before);
  const { rows } = await sql<DigestRule>`
    with told as (
      select rule, (count(*) filter (where state <> 'stopped'))::int as alerts,
        (count(*) filter (where reason = 'over_budget'))::int as over_budget
      from alerts where fleet_id = ${fleetId} and at >= ${from} and at < ${until}
        and ${ofDigest(args, sql`alerts.driver_id`)}
      group by rule
    ), told_before as (
      select rule, count(*)::int as before
      from alerts where fleet_id = ${fleetId} and at >= ${earlier.from} and at < ${earlier.until}
        and state <> 'stopped' and ${ofDigest(args, sql`alerts.driver_id`)}
      group by rule
    ), opened as (
      select rule, (count(*) filter (where state = 'resolved'))::int as answered,
        (count(*) filter (where state = 'resolved' and disposition = 'false_alarm'))::int as false_alarms
      from incidents where fleet_id = ${fleetId} and opened_at >= ${from} and opened_at < ${until}
        and ${ofDigest(args, sql`incidents.driver_id`)}
      group by rule
    )
    select rule as id, ${ruleName(fleetId, sql`rule`)} as name, coalesce(alerts, 0) as alerts,
      coalesce(before, 0) as before, coalesce(over_budget, 0) as over_budget,
      coalesce(answered, 0) as answered, coalesce(false_alarms, 0) as false_alarms
    from told full join opened using (rule) left join told_before using (rule)
    where coalesce(alerts, 0) + coalesce(over_budget, 0) + coalesce(answered, 0) > 0
    order by coalesce(alerts, 0) + coalesce(over_budget, 0) desc, rule limit ${args.limit}`.execute(db);
  return rows;
}

/**
 * A trip that was deleted on the digest's dates, with the driver's score before and after. A score is null if it was not read or
 * not rated.
 */
interface DigestDeletion {
  readonly driverId: string;
  readonly name: string;
  readonly tripId: string;
  readonly rule: string;
  readonly deletedAt: Date;
  readonly scoreBefore: number | null;
  readonly scoreAfter: number | null;
}

/**
 * Returns trips deleted on the digest's dates, newest first, and their total. `waiting` is the number of deletions that wait for
 * an approval now.
 */
export async function digestDeletions(
  db: Db,
  args: DigestScope & { readonly limit: number },
): Promise<{
  readonly deleted: readonly DigestDeletion[];
  readonly total: number;
  readonly waiting: number;
}> {
  const { fleetId } = args;
  const { from, until } = instantsOf(args.dates);
  const { rows } = await sql<DigestDeletion & { readonly total: number }>`
    select d.driver_id, ${driverName(args, sql`d.driver_id`)} as name, d.trip_id, d.rule, d.settled_at as deleted_at,
      d.score_before, d.score_after, count(*) over ()::int as total
    from deletions d
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

/** Returns the driver's name in the run's newest list of drivers, or the id if the list has no name. */
function driverName({ fleetId, runId }: DigestScope, driver: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce((select named.name from digest_drivers named where named.fleet_id = ${fleetId} and named.run_id = ${runId}
    and named.range in ('now', 'before') and named.driver_id = ${driver} order by named.range desc limit 1), ${driver})`;
}

/** Returns the rule's name in its newest version, or the id if no version is stored. */
function ruleName(fleetId: string, rule: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce((select document.body ->> 'name' from document_versions document
    where document.fleet_id = ${fleetId} and document.kind = 'rule' and document.id = ${rule}
    order by document.version desc limit 1), ${rule})`;
}
