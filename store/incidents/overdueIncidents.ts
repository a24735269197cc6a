import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { IncidentKey } from './incidents.ts';
import type { Db } from '../db/index.ts';

/** An incident's workflow does what is due by itself; one that is so much behind may have none any more. */
const OVERDUE_MS = 60_000;
const AT_ONCE = 50;

/** Incidents that missed the time of their next step, or that have a message which is still not out. */
function overdueAt(at: Date): RawBuilder<unknown> {
  const long = new Date(at.getTime() - OVERDUE_MS);
  return sql`(
    select fleet_id, id from incidents where due_at <= ${long}
    union
    select fleet_id, incident_id as id from deliveries
      where incident_id is not null and state = 'pending' and planned_at <= ${long}
  ) overdue`;
}

/** Requests a tick of incidents that are overdue, of all fleets, where none is requested. */
export async function requestOverdueIncidents(db: Db, { at }: { readonly at: Date }): Promise<void> {
  await sql`
    insert into temporal_requests (fleet_id, kind, subject, requested_at, due_at)
    select fleet_id, 'tick_overdue_incident', id::text, ${at}::timestamptz, ${at}::timestamptz from ${overdueAt(at)}
    where not exists (select from temporal_requests known
      where known.fleet_id = overdue.fleet_id and known.kind in ('tick_incident', 'tick_overdue_incident')
        and known.subject = overdue.id::text)
    order by fleet_id, id limit ${AT_ONCE}
    on conflict do nothing`.execute(db);
}

/** Whether an incident is overdue. */
export async function isIncidentOverdue(db: Db, key: IncidentKey & { readonly at: Date }): Promise<boolean> {
  const { rows } = await sql`
    select from ${overdueAt(key.at)} where fleet_id = ${key.fleetId} and id = ${key.id}`.execute(db);
  return rows.length > 0;
}
