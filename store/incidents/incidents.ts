import type { Selectable } from 'kysely';
import type { IncidentState, PlaceAddress } from '../../rules/escalation/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { resolveAlarm } from '../alarms/index.ts';
import { getRow, isRowId, jsonb, jsonbOrNull, newestFirst, ofDriversIn, whereGiven } from '../db/index.ts';
import type { Db, Listed, Page, Tx } from '../db/index.ts';
import type { IncidentAlertsTable, IncidentEventsTable, IncidentsTable } from '../tables/index.ts';

/** An incident: one or more alerts that a person must answer, with the current state. */
export type Incident = Selectable<IncidentsTable>;
/** One entry of an incident's timeline. */
export type IncidentEvent = Selectable<IncidentEventsTable>;
/** One alert of an incident: the one that opened it, or one that joined. */
export type IncidentAlert = Selectable<IncidentAlertsTable>;

/**
 * Returns the time at which an acknowledged incident was reassigned to its present assignee. Undefined if the assignee
 * acknowledged it, or if it is not acknowledged.
 */
export function givenAt(
  { state, acknowledgedAt: since }: Pick<Incident, 'state' | 'acknowledgedAt'>,
  events: readonly Pick<IncidentEvent, 'kind' | 'at'>[],
): Date | undefined {
  if (state !== 'acknowledged' || since === null) return undefined;
  return events.findLast(({ kind, at }) => kind === 'reassigned' && at >= since)?.at;
}

/** Key of an incident. */
export interface IncidentKey {
  readonly fleetId: string;
  readonly id: string;
}

/** Returns one incident, or undefined if it is not stored. */
export function getIncident(db: Db, key: IncidentKey): Promise<Incident | undefined> {
  return getRow(db, 'incidents', key);
}

/** Returns one incident, locked until the transaction ends. Answers and pages are processed under this lock. */
export async function lockIncident(tx: Tx, key: IncidentKey): Promise<Incident | undefined> {
  if (!isRowId(key.id)) return undefined;
  return tx
    .selectFrom('incidents')
    .selectAll()
    .where((row) => row.and({ fleetId: key.fleetId, id: key.id }))
    .forUpdate()
    .executeTakeFirst();
}

/** A new timeline entry. `who` and `via` are both `tripline` if Tripline acted by itself. */
export interface NewIncidentEvent extends Pick<IncidentEvent, 'at' | 'kind' | 'who' | 'via'> {
  readonly by?: string | undefined;
  readonly note?: string | undefined;
  readonly details?: JsonObject | undefined;
  readonly answerKey?: string | undefined;
}

/**
 * Stores a timeline entry and the resulting change of its incident. The caller holds the incident's lock.
 * @returns the changed incident. Its `changes` is the entry's `seq`.
 */
export async function changeIncident(
  tx: Tx,
  incident: Incident,
  it: { readonly event: NewIncidentEvent; readonly set?: Partial<Omit<Incident, 'id' | 'fleetId'>> },
): Promise<Incident> {
  const { event, set = {} } = it;
  const seq = incident.changes + 1;
  const { at, kind, who, via } = event;
  await tx
    .insertInto('incidentEvents')
    .values({
      fleetId: incident.fleetId,
      incidentId: incident.id,
      seq,
      at,
      kind,
      who,
      via,
      by: event.by ?? null,
      note: event.note ?? null,
      answerKey: event.answerKey ?? null,
      details: jsonbOrNull(event.details),
    })
    .execute();
  const changed = await tx
    .updateTable('incidents')
    .set({ ...set, changes: seq })
    .where((row) => row.and({ fleetId: incident.fleetId, id: incident.id }))
    .returningAll()
    .executeTakeFirstOrThrow();
  if (incident.unansweredSince !== null && changed.unansweredSince === null)
    await resolveAlarm(tx, {
      fleetId: incident.fleetId,
      kind: 'incident_unanswered',
      subject: incident.id,
      at,
    });
  return changed;
}

/** Stores the address of an incident's place, unless the positions of its trip were removed by retention. */
export async function noteAddress(db: Db, key: IncidentKey, address: PlaceAddress): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ placeAddress: jsonb(address) })
    .where((row) => row.and({ fleetId: key.fleetId, id: key.id }))
    .where((row) =>
      row.exists(
        row
          .selectFrom('trips')
          .whereRef('trips.fleetId', '=', 'incidents.fleetId')
          .whereRef('trips.driverId', '=', 'incidents.driverId')
          .whereRef('trips.tripId', '=', 'incidents.tripId')
          .where('trips.positionsRemovedAt', 'is', null)
          .select('trips.tripId'),
      ),
    )
    .execute();
}

/** Returns incidents, newest first. `from` (inclusive) and `to` (exclusive) limit the time of opening. */
export async function listIncidents(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly tripId?: string;
    readonly rule?: string;
    readonly policy?: string;
    readonly state?: IncidentState;
    /** True to return only open incidents whose escalation completed a round without an answer. */
    readonly isUnanswered?: boolean;
    readonly from?: Date;
    readonly to?: Date;
    /** Returns only incidents of drivers in one of these groups. */
    readonly groups?: readonly string[];
  },
): Promise<Listed<Incident>> {
  const ofFleet = db.selectFrom('incidents').selectAll().where('fleetId', '=', args.fleetId);
  let query = whereGiven(ofFleet, args, ['driverId', 'tripId', 'rule', 'policy', 'state']);
  if (args.groups !== undefined) query = query.where(ofDriversIn('incidents', args.groups));
  if (args.isUnanswered === true) query = query.where('unansweredSince', 'is not', null);
  if (args.from !== undefined) query = query.where('openedAt', '>=', args.from);
  if (args.to !== undefined) query = query.where('openedAt', '<', args.to);
  return newestFirst(query, { ...args, list: 'incidents', by: 'id' });
}

/**
 * Returns the timeline of an incident, oldest first.
 * @param args.after returns only entries with a greater `seq`
 */
export async function incidentTimeline(
  db: Db,
  args: IncidentKey & { readonly after?: number; readonly limit?: number },
): Promise<IncidentEvent[]> {
  if (!isRowId(args.id)) return [];
  return db
    .selectFrom('incidentEvents')
    .selectAll()
    .where((row) => row.and({ fleetId: args.fleetId, incidentId: args.id }))
    .where('seq', '>', args.after ?? 0)
    .orderBy('seq')
    .limit(args.limit ?? 10_000)
    .execute();
}

/** Returns the alerts of an incident. The first is the alert that opened it. */
export async function alertsOfIncident(db: Db, key: IncidentKey): Promise<IncidentAlert[]> {
  if (!isRowId(key.id)) return [];
  return db
    .selectFrom('incidentAlerts')
    .selectAll()
    .where((row) => row.and({ fleetId: key.fleetId, incidentId: key.id }))
    .orderBy('at')
    .orderBy('deliveryId')
    .execute();
}
