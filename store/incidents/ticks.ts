import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PageReceiver } from '../../rules/recipients/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { Incident, IncidentEvent, IncidentKey } from './incidents.ts';

/** Kinds of timeline entries that belong to an incident's escalation. */
const STEPS = [
  'opened',
  'reopened',
  'paged',
  'step_skipped',
  'unanswered',
  'paging_resumed',
  'escalated',
] as const;

/** The history of an incident's escalation, from which its next step follows. */
export interface ChainHistory {
  /** Whether a person requested the next step and no step was taken since. */
  readonly isHurried: boolean;
  /** Number (from 0) of the newest page that had a recipient since the incident was opened or reopened. */
  readonly newestNotified: number | undefined;
  /** Whether a step within its policy's hours has notified a person since the incident was opened or reopened. */
  readonly isNotifiedInHours: boolean;
  /** The recipients of the newest page. */
  readonly lastNotified: readonly PageReceiver[];
  /** Whether the newest page had recipients and all its messages failed permanently. */
  readonly isUndelivered: boolean;
}

/** Returns the history of an incident's escalation. It is exact only if the caller holds the incident's lock. */
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
  // Ignores skipped steps: a later skipped step does not change that the page before it was undelivered.
  const newest = events.find(({ kind }) => kind !== 'step_skipped');
  return {
    isHurried: events[0]?.kind === 'escalated',
    newestNotified: typeof page === 'number' ? page : undefined,
    isNotifiedInHours: notifications.some(({ details }) => details?.['despite_hours'] !== true),
    lastNotified: newestPage ? notifiedBy(newestPage) : [],
    isUndelivered: newest !== undefined && unheard.has(newest.seq),
  };
}

/** Returns the `seq` of timeline entries whose pages all failed permanently. */
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

/** Returns the recipients stored in a timeline entry about a page, or none for other entries. */
function notifiedBy({ kind, details }: Pick<IncidentEvent, 'kind' | 'details'>): readonly PageReceiver[] {
  if (kind !== 'paged' && kind !== 'unanswered') return [];
  const newestPage: unknown = details?.['notified'];
  return Array.isArray(newestPage) ? (newestPage as readonly PageReceiver[]) : [];
}

/**
 * Stores an incident's new state, position or due time after a tick. Adds no timeline entry, because each step of the tick has
 * added its own. The caller holds the incident's lock.
 */
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
 * Milliseconds after the due time until an incident is overdue. Normally its workflow takes due steps in time, so an overdue
 * incident may have lost its workflow.
 */
const OVERDUE_MS = 60_000;
const AT_ONCE = 50;

/** Selects incidents whose next step is overdue, or that have an overdue unsent message. */
function overdueAt(at: Date): RawBuilder<unknown> {
  const long = new Date(at.getTime() - OVERDUE_MS);
  return sql`(
    select fleet_id, id from incidents where due_at <= ${long}
    union
    select fleet_id, incident_id as id from deliveries
      where incident_id is not null and state = 'pending' and planned_at <= ${long}
  ) overdue`;
}

/** Requests a tick for overdue incidents of all fleets, unless a tick is requested already. */
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
