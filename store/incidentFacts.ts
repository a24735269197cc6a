import { sql } from 'kysely';
import { alertsOfIncident, getIncident, openIncidentsOf } from './incidents.ts';
import type { Incident, IncidentAlert, IncidentEvent, IncidentKey } from './incidents.ts';
import type { Db } from './schema.ts';
import type { TripKey } from './tables/trips.ts';

/** A trip of the driver before the one that an incident is about. */
export interface EarlierTrip {
  readonly tripId: string;
  readonly endTime: string | null;
  readonly distanceKm: number | null;
  readonly score: number | null;
  /** Alerts that were raised for it. */
  readonly alerts: number;
}

/** What is kept of an incident, as its messages need it. */
export interface IncidentFacts {
  readonly incident: Incident;
  /** The newest entries of its timeline, oldest first. */
  readonly events: readonly IncidentEvent[];
  /** The one that opened it first. */
  readonly alerts: readonly IncidentAlert[];
  /** Newest first. */
  readonly lastTrips: readonly EarlierTrip[];
  /** Others of the driver that are not resolved, newest first. */
  readonly openIncidents: readonly Incident[];
}

/** Entries of a timeline that are looked at: what a message shows, and what led to it. */
const NEWEST_EVENTS = 40;
const LAST_TRIPS = 5;

/**
 * What is kept of an incident. The incident is read first: what is read after it is at least as new, so a message never
 * claims to show more than it does.
 */
export async function incidentFacts(db: Db, key: IncidentKey): Promise<IncidentFacts | undefined> {
  const incident = await getIncident(db, key);
  if (!incident) return undefined;
  const { fleetId, driverId, tripId } = incident;
  const [events, alerts, lastTrips, open] = await Promise.all([
    newestEvents(db, key),
    alertsOfIncident(db, key),
    tripsBefore(db, { fleetId, driverId, tripId }),
    openIncidentsOf(db, { fleetId, driverId }),
  ]);
  return { incident, events, alerts, lastTrips, openIncidents: open.filter(({ id }) => id !== incident.id) };
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

async function tripsBefore(db: Db, { fleetId, driverId, tripId }: TripKey): Promise<EarlierTrip[]> {
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
