import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PageReceiver } from '../../rules/recipients/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { Incident, IncidentEvent, IncidentKey } from './incidents.ts';

/** Entries of a timeline that move an incident along its chain. */
const STEPS = [
  'opened',
  'reopened',
  'paged',
  'step_skipped',
  'unanswered',
  'paging_resumed',
  'escalated',
] as const;

/** The history that led to an incident's step in its escalation. */
export interface ChainHistory {
  /** A person asked for the next step, and nothing of the chain was taken since. */
  readonly isHurried: boolean;
  /** The newest page of the chain, from 0, that had a recipient since the opening or the reopening. */
  readonly newestNotified: number | undefined;
  /** Whether a step in its hours has notified a person since then, as the policy means it. */
  readonly isNotifiedInHours: boolean;
  /** The recipients of that page. */
  readonly lastNotified: readonly PageReceiver[];
  /** Whether the newest page had recipients, and each of its messages failed permanently. */
  readonly isUndelivered: boolean;
}

/** Returns the history of an incident's escalation; exact where the caller holds its lock. */
export async function chainHistory(tx: Db, { fleetId, id }: IncidentKey): Promise<ChainHistory> {
  const events = await tx
    .selectFrom('incidentEvents')
    .select(['seq', 'kind', 'details'])
    .where((row) => row.and({ fleetId, incidentId: id }))
    .where('kind', 'in', STEPS)
    .orderBy('seq', 'desc')
    .execute();
  const began = events.findIndex(({ kind }) => kind === 'opened' || kind === 'reopened');
  const unheard = await pagesRefused(tx, { fleetId, id });
  const notifications = events
    .slice(0, Math.max(0, began))
    .filter((event) => notifiedBy(event).length > 0 && !unheard.has(event.seq));
  const [newestPage] = notifications;
  const page = newestPage?.details?.['page'];
  // What is passed over after it changes nothing for those who were not notified.
  const newest = events.find(({ kind }) => kind !== 'step_skipped');
  return {
    isHurried: events[0]?.kind === 'escalated',
    newestNotified: typeof page === 'number' ? page : undefined,
    isNotifiedInHours: notifications.some(({ details }) => details?.['despite_hours'] !== true),
    lastNotified: newestPage ? notifiedBy(newestPage) : [],
    isUndelivered: newest !== undefined && unheard.has(newest.seq),
  };
}

/** Returns the entries of the timeline whose pages all failed permanently. */
async function pagesRefused(tx: Db, { fleetId, id }: IncidentKey): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('deliveries')
    .select('incidentSeq')
    .where((row) => row.and({ fleetId, incidentId: id, kind: 'incident_page' }))
    .where('incidentSeq', 'is not', null)
    .groupBy('incidentSeq')
    .having((row) => row.fn<boolean>('bool_and', [row('state', '=', 'failed')]), '=', true)
    .execute();
  return new Set(rows.map(({ incidentSeq }) => incidentSeq!));
}

/** Returns the recipients of an entry, as stored with the page. */
function notifiedBy({ kind, details }: Pick<IncidentEvent, 'kind' | 'details'>): readonly PageReceiver[] {
  if (kind !== 'paged' && kind !== 'unanswered') return [];
  const newestPage: unknown = details?.['notified'];
  return Array.isArray(newestPage) ? (newestPage as readonly PageReceiver[]) : [];
}

/** Records the changes of a tick, without an entry in the timeline, because each change has one. The caller holds the lock. */
export async function setIncident(
  tx: Tx,
  incident: Incident,
  set: Partial<Pick<Incident, 'state' | 'position' | 'dueAt'>>,
): Promise<Incident> {
  return tx
    .updateTable('incidents')
    .set(set)
    .where((row) => row.and({ fleetId: incident.fleetId, id: incident.id }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Milliseconds after which an incident is overdue. Its workflow runs due steps itself, so that an overdue one may have none any
 * more.
 */
const OVERDUE_MS = 60_000;
const AT_ONCE = 50;

/** Selects incidents that missed the time of their next step, or that have a message which is still not sent. */
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

/** Returns whether an incident is overdue. */
export async function isIncidentOverdue(db: Db, key: IncidentKey & { readonly at: Date }): Promise<boolean> {
  const { rows } = await sql`
    select from ${overdueAt(key.at)} where fleet_id = ${key.fleetId} and id = ${key.id}`.execute(db);
  return rows.length > 0;
}
