import { sql } from 'kysely';
import type { Db } from '../../store/db/index.ts';
import type { DecidedRow, Happenings, SentRow } from './measure.ts';

/** Reads from the ledger and the decisions what happened to a fleet. */
export async function happeningsIn(db: Db, fleetId: string): Promise<Happenings> {
  return {
    sent: await sentRows(db, fleetId),
    decided: await decidedRows(db, fleetId),
    critical: await criticalRules(db, fleetId),
  };
}

/** Everything that reached someone: messages, and the alerts that they hold beside their own. */
async function sentRows(db: Db, fleetId: string): Promise<readonly SentRow[]> {
  const { rows } = await sql<SentRow>`
    select held.rule, held.driver_id, held.trip_id, message.receiver, message.kind, message.settled_at as at,
      message.id = held.id as is_message, coalesce(alerts.severity = 'critical', false) as is_critical
    from deliveries held
    join deliveries message on message.fleet_id = held.fleet_id and message.id = coalesce(held.grouped_into, held.id)
    left join alerts on alerts.fleet_id = held.fleet_id and alerts.id = held.alert_id
    where held.fleet_id = ${fleetId} and message.state = 'sent' and message.action in ('slack', 'email', 'webhook')`.execute(
    db,
  );
  return rows;
}

/** Returns each rule's outcome for each trip, from the newest revision, in the order of the decisions. */
async function decidedRows(db: Db, fleetId: string): Promise<readonly DecidedRow[]> {
  const { rows } = await sql<DecidedRow>`
    select latest.driver_id, latest.trip_id, judged.part ->> 'rule' as rule, judged.part ->> 'outcome' as outcome,
      latest.decided_at, trips.ended_at
    from (select distinct on (driver_id, trip_id) * from decisions where fleet_id = ${fleetId}
      order by driver_id, trip_id, revision desc) as latest
    join trips on trips.fleet_id = latest.fleet_id and trips.driver_id = latest.driver_id and trips.trip_id = latest.trip_id
    cross join lateral jsonb_array_elements(latest.decision -> 'rules') as judged(part)
    order by latest.decided_at`.execute(db);
  return rows;
}

async function criticalRules(db: Db, fleetId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ rule: string }>`
    select distinct rule from alerts where fleet_id = ${fleetId} and severity = 'critical'`.execute(db);
  return new Set(rows.map(({ rule }) => rule));
}
