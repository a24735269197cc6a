import { sql } from 'kysely';
import { alertsOfIncident, getIncident } from './incidents.ts';
import type { Incident, IncidentAlert, IncidentEvent, IncidentKey } from './incidents.ts';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';

/** A trip of the driver other than the incident's trip. */
export interface EarlierTrip {
  readonly tripId: string;
  readonly endTime: string | null;
  readonly distanceKm: number | null;
  readonly score: number | null;
  /** Number of alerts raised for the trip. */
  readonly alerts: number;
}

/** Another unresolved incident of the driver. */
export interface OpenIncident extends Pick<Incident, 'id' | 'rule' | 'openedAt'> {
  /** Name of the rule when the incident opened. Null if that version is not stored. */
  readonly ruleName: string | null;
}

/** Other stored facts about an incident's driver. */
export interface DriverFacts {
  /** Newest first. */
  readonly lastTrips: readonly EarlierTrip[];
  /** Newest first. */
  readonly openIncidents: readonly OpenIncident[];
}

/** The stored facts about an incident that its messages need. */
export interface IncidentFacts extends DriverFacts {
  readonly incident: Incident;
  /** The newest entries of its timeline, oldest first. */
  readonly events: readonly IncidentEvent[];
  /** The first entry is the alert that opened the incident. */
  readonly alerts: readonly IncidentAlert[];
}

/**
 * Maximum number of timeline entries that are read. They include the entries that a message shows, and the entries that led to
 * them.
 */
const NEWEST_EVENTS = 40;
const LAST_TRIPS = 5;
const OPEN_INCIDENTS = 50;

/**
 * Reads the stored facts about an incident. Reads the incident first, so that the other facts are at least as new. So a message
 * never mentions a change that it does not show.
 */
export async function incidentFacts(db: Db, key: IncidentKey): Promise<IncidentFacts | undefined> {
  const incident = await getIncident(db, key);
  if (!incident) return undefined;
  const [events, alerts, driver] = await Promise.all([
    newestEvents(db, key),
    alertsOfIncident(db, key),
    driverFacts(db, incident),
  ]);
  return { incident, events, alerts, ...driver };
}

/**
 * Returns other stored facts about an incident's driver: the last trips except the incident's trip, and other unresolved
 * incidents.
 */
export async function driverFacts(db: Db, incident: Incident): Promise<DriverFacts> {
  const [lastTrips, openIncidents] = await Promise.all([
    otherTrips(db, incident),
    otherIncidents(db, incident),
  ]);
  return { lastTrips, openIncidents };
}

async function otherIncidents(db: Db, { fleetId, driverId, id }: Incident): Promise<OpenIncident[]> {
  return db
    .selectFrom('incidents')
    .leftJoin('documentVersions', (join) =>
      join
        .onRef('documentVersions.fleetId', '=', 'incidents.fleetId')
        .on('documentVersions.kind', '=', 'rule')
        .onRef('documentVersions.id', '=', 'incidents.rule')
        .onRef('documentVersions.version', '=', 'incidents.ruleVersion'),
    )
    .select(['incidents.id', 'incidents.rule', 'incidents.openedAt'])
    .select(sql<string | null>`document_versions.body ->> 'name'`.as('ruleName'))
    .where((row) => row.and({ 'incidents.fleetId': fleetId, 'incidents.driverId': driverId }))
    .where('incidents.state', '!=', 'resolved')
    .where('incidents.id', '!=', id)
    .orderBy('incidents.id', 'desc')
    .limit(OPEN_INCIDENTS)
    .execute();
}

async function newestEvents(db: Db, { fleetId, id: incidentId }: IncidentKey): Promise<IncidentEvent[]> {
  const rows = await db
    .selectFrom('incidentEvents')
    .selectAll()
    .where((row) => row.and({ fleetId, incidentId }))
    .orderBy('seq', 'desc')
    .limit(NEWEST_EVENTS)
    .execute();
  return rows.reverse();
}

async function otherTrips(db: Db, { fleetId, driverId, tripId }: TripKey): Promise<EarlierTrip[]> {
  return db
    .selectFrom('trips')
    .select(['tripId', 'endTime', 'distanceKm', 'score'])
    .select((row) =>
      row
        .selectFrom('alerts')
        .whereRef('alerts.fleetId', '=', 'trips.fleetId')
        .whereRef('alerts.driverId', '=', 'trips.driverId')
        .whereRef('alerts.tripId', '=', 'trips.tripId')
        .where('alerts.state', '=', 'raised')
        .select(sql<number>`count(*)::int`.as('raised'))
        .$asScalar()
        .$notNull()
        .as('alerts'),
    )
    .where((row) => row.and({ fleetId, driverId }))
    .where('tripId', '!=', tripId)
    .where('endedAt', 'is not', null)
    .orderBy('endedAt', 'desc')
    .limit(LAST_TRIPS)
    .execute();
}
