import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';

/** Whether somebody still has to deal with the trip: an incident that it opened or joined is not resolved. */
export async function hasOpenIncident(db: Db, key: TripKey): Promise<boolean> {
  const { fleetId, driverId, tripId } = key;
  const opened = await db
    .selectFrom('incidents')
    .select('id')
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .where('state', '!=', 'resolved')
    .limit(1)
    .executeTakeFirst();
  if (opened) return true;
  const joined = await db
    .selectFrom('incidentAlerts')
    .innerJoin('incidents', (join) =>
      join
        .onRef('incidents.fleetId', '=', 'incidentAlerts.fleetId')
        .onRef('incidents.id', '=', 'incidentAlerts.incidentId'),
    )
    .select('incidents.id')
    .where('incidentAlerts.fleetId', '=', fleetId)
    .where('incidentAlerts.driverId', '=', driverId)
    .where('incidentAlerts.tripId', '=', tripId)
    .where('incidents.state', '!=', 'resolved')
    .limit(1)
    .executeTakeFirst();
  return joined !== undefined;
}

/**
 * Whether somebody has still to be paged for the trip: its `escalate` stands in the ledger and is not carried out, or failed
 * and opened no incident, so that nobody was.
 */
export async function willEscalate(db: Db, key: TripKey): Promise<boolean> {
  const { fleetId, driverId, tripId } = key;
  const due = await db
    .selectFrom('deliveries')
    .select('id')
    .where((row) => row.and({ fleetId, driverId, tripId, action: 'escalate' }))
    .where((row) =>
      row.or([
        row('state', 'in', ['pending', 'held']),
        row.and([
          row('state', 'in', ['failed', 'unconfirmed']),
          sql<boolean>`not coalesce(reference ? 'incident_id', false)`,
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}
