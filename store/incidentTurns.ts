import type { Incident, IncidentEvent, IncidentKey } from './incidents.ts';
import type { Tx } from './schema.ts';

/** Entries of a timeline that move an incident along its chain. */
const STEPS = ['opened', 'reopened', 'paged', 'step_skipped', 'unanswered', 'lapsed', 'escalated'] as const;

/** How an incident came to where it stands in its chain. */
export interface ChainHistory {
  /** A person asked for the next step, and nothing of the chain was taken since. */
  readonly isHurried: boolean;
  /** The newest page of the chain, from 0, that told somebody since the opening or the reopening. */
  readonly newestTold: number | undefined;
}

/** How an incident came to where it stands. The caller holds its lock. */
export async function chainHistory(tx: Tx, { fleetId, id }: IncidentKey): Promise<ChainHistory> {
  const events = await tx
    .selectFrom('incidentEvents')
    .select(['kind', 'details'])
    .where((row) => row.and({ fleetId, incidentId: id }))
    .where('kind', 'in', STEPS)
    .orderBy('seq', 'desc')
    .execute();
  const began = events.findIndex(({ kind }) => kind === 'opened' || kind === 'reopened');
  const told = events.slice(0, Math.max(0, began)).find(hasTold);
  const page = told?.details?.['page'];
  return {
    isHurried: events[0]?.kind === 'escalated',
    newestTold: typeof page === 'number' ? page : undefined,
  };
}

function hasTold({ kind, details }: Pick<IncidentEvent, 'kind' | 'details'>): boolean {
  const told = details?.['told'];
  return (kind === 'paged' || kind === 'unanswered') && Array.isArray(told) && told.length > 0;
}

/** Notes what a turn moved, without an entry in the timeline: each of its moves has one. The caller holds the lock. */
export async function setIncident(
  tx: Tx,
  incident: Incident,
  set: Partial<Pick<Incident, 'state' | 'position' | 'dueAt' | 'wakeAt'>>,
): Promise<Incident> {
  return tx
    .updateTable('incidents')
    .set(set)
    .where((row) => row.and({ fleetId: incident.fleetId, id: incident.id }))
    .returningAll()
    .executeTakeFirstOrThrow();
}
