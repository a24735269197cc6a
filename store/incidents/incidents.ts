import type { Selectable } from 'kysely';
import type { IncidentState, PlaceAddress } from '../../rules/escalation/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { resolveAlarm } from '../alarms/index.ts';
import { getRow, isRowId, jsonb, jsonbOrNull, newestFirst, ofDriversIn, whereGiven } from '../db/index.ts';
import type { Db, Listed, Page, Tx } from '../db/index.ts';
import type { IncidentAlertsTable, IncidentEventsTable, IncidentsTable } from '../tables/index.ts';

/** An alert that a person must answer, with its current state. */
export type Incident = Selectable<IncidentsTable>;
/** One entry of an incident's timeline. */
export type IncidentEvent = Selectable<IncidentEventsTable>;
/** One alert of an incident: the one that opened it, or one that joined. */
export type IncidentAlert = Selectable<IncidentAlertsTable>;

/**
 * Returns when an incident was reassigned to its assignee, after it had been acknowledged; undefined: they acknowledged it
 * themselves, or there is no assignee.
 */
export function givenAt(
  { state, acknowledgedAt: since }: Pick<Incident, 'state' | 'acknowledgedAt'>,
  events: readonly Pick<IncidentEvent, 'kind' | 'at'>[],
): Date | undefined {
  if (state !== 'acknowledged' || since === null) return undefined;
  return events.findLast(({ kind, at }) => kind === 'reassigned' && at >= since)?.at;
}

/** Names an incident. */
export interface IncidentKey {
  readonly fleetId: string;
  readonly id: string;
}

/** Returns one incident. */
export function getIncident(db: Db, key: IncidentKey): Promise<Incident | undefined> {
  return getRow(db, 'incidents', key);
}

/** Returns one incident, locked for the rest of the transaction. Answers and pages happen under this lock. */
export async function lockIncident(tx: Tx, key: IncidentKey): Promise<Incident | undefined> {
  if (!isRowId(key.id)) return undefined;
  return tx
    .selectFrom('incidents')
    .selectAll()
    .where((row) => row.and({ fleetId: key.fleetId, id: key.id }))
    .forUpdate()
    .executeTakeFirst();
}

/** A new entry of the timeline. `who` and `via` are both `tripline` when it acted by itself. */
export interface NewIncidentEvent extends Pick<IncidentEvent, 'at' | 'kind' | 'who' | 'via'> {
  readonly by?: string | undefined;
  readonly note?: string | undefined;
  readonly details?: JsonObject | undefined;
  readonly answerKey?: string | undefined;
}

/**
 * Writes a change of an incident, and the incident after it. The caller holds its lock.
 * @returns the incident after it, whose `changes` is the event's `seq`
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

/** Stores the address of an incident's place, unless its trip's positions were removed meanwhile. */
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

/** Returns incidents, newest first. `from` is inclusive, `to` exclusive; both refer to the opening. */
export async function listIncidents(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly driverId?: string;
    readonly tripId?: string;
    readonly rule?: string;
    readonly policy?: string;
    readonly state?: IncidentState;
    /** Whether only open ones that a full round left without an answer are returned. */
    readonly isUnanswered?: boolean;
    readonly from?: Date;
    readonly to?: Date;
    /** Groups whose drivers' incidents are returned. */
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

/** Returns the events of an incident, oldest first. @param args.after only events after this `seq` */
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

/** Returns the alerts of an incident, the one that opened it first. */
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
