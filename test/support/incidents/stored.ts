import type { Insertable } from 'kysely';
import type { Db } from '../../../store/db/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import type { IncidentsTable } from '../../../store/tables/index.ts';

/** An open incident with its first entry in the timeline, with the given changes. */
export async function storeIncident(
  db: Db,
  change: Partial<Insertable<IncidentsTable>> = {},
): Promise<Incident> {
  const openedAt = change.openedAt ?? new Date('2026-03-10T12:00:00Z');
  const incident = await db
    .insertInto('incidents')
    .values({
      fleetId: 'north',
      policy: 'collision',
      policyVersion: 1,
      rule: 'collision',
      ruleVersion: 1,
      severity: 'critical',
      driverId: 'd-1',
      tripId: '1000',
      tripEndedAt: openedAt,
      state: 'open',
      late: false,
      openedAt,
      dueAt: null,
      assignee: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      unansweredAt: null,
      resolvedAt: null,
      resolvedBy: null,
      disposition: null,
      note: null,
      changes: 1,
      position: 1,
      ...change,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('incidentEvents')
    .values({
      fleetId: incident.fleetId,
      incidentId: incident.id,
      seq: 1,
      at: openedAt,
      kind: 'opened',
      who: 'tripline',
      by: null,
      via: 'tripline',
      note: null,
      details: null,
      answerKey: null,
    })
    .execute();
  return incident;
}
