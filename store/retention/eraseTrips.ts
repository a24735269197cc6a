import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';
import { deletionIdsOf, handOnAsks } from '../deletions/index.ts';
import { noteTombstones } from '../trips/index.ts';

/** Some trips of one driver. */
export interface TripsOfDriver {
  readonly fleetId: string;
  readonly driverId: string;
  readonly tripIds: readonly string[];
}

/**
 * Removes trips with everything that hangs on them, and leaves a hash of each behind. In the audit log stays who did
 * what when, not to which trip. Call it under the driver's lock.
 * @returns how many trips there were
 */
export async function removeTrips(tx: Tx, trips: TripsOfDriver & { readonly at: Date }): Promise<number> {
  const { fleetId, driverId } = trips;
  const tripIds = [...trips.tripIds];
  const ofTrips = sql`fleet_id = ${fleetId} and driver_id = ${driverId} and trip_id = any(${tripIds}::text[])`;
  await noteTombstones(tx, trips);
  await handOnAsks(tx, { fleetId, deletionIds: await deletionIdsOf(tx, trips) });
  const incidents = await sql<{ id: string }>`select id from incidents where ${ofTrips}`.execute(tx);
  const incidentIds = incidents.rows.map(({ id }) => id);
  const deliveries = await sql<{ id: string }>`
    select id from deliveries where ${ofTrips}
    union select id from deliveries
      where fleet_id = ${fleetId} and incident_id is not null and incident_id = any(${incidentIds}::bigint[])`.execute(
    tx,
  );
  const deliveryIds = deliveries.rows.map(({ id }) => id);
  await removeIncidents(tx, { fleetId, incidentIds, deliveryIds });
  await removeDeliveries(tx, { fleetId, deliveryIds });
  await sql`
    delete from incidents where fleet_id = ${fleetId} and id = any(${incidentIds}::bigint[])`.execute(tx);
  for (const table of OF_A_TRIP) await sql`delete from ${sql.table(table)} where ${ofTrips}`.execute(tx);
  const { numAffectedRows } = await sql`delete from trips where ${ofTrips}`.execute(tx);
  await sql`set local tripline.audit_erasure = 'on'`.execute(tx);
  await sql`
    update audit set details = '{"removed": true}',
      subject_id = case subject_type when 'trip' then 'removed' else subject_id end
    where fleet_id = ${fleetId} and details ->> 'driver_id' = ${driverId}
      and details ->> 'trip_id' = any(${tripIds}::text[])`.execute(tx);
  const subjects = tripIds.map((tripId) => `${driverId}/${tripId}`);
  await sql`
    update audit set subject_id = 'removed', details = '{"removed": true}'
    where fleet_id = ${fleetId} and subject_type = 'trip' and subject_id = any(${subjects}::text[])
      and coalesce(details ->> 'driver_id', ${driverId}) = ${driverId}`.execute(tx);
  await sql`set local tripline.audit_erasure = 'off'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Tables with rows of a trip. What refers to another comes before it. Events and paths go with their trip. */
export const OF_A_TRIP = [
  'alerts',
  'decisions',
  'trial_alerts',
  'trial_undecided',
  'deletions',
  'trip_snapshots',
  'notifications',
  'service_trips',
] as const;

async function removeIncidents(
  tx: Tx,
  ids: {
    readonly fleetId: string;
    readonly incidentIds: readonly string[];
    readonly deliveryIds: readonly string[];
  },
): Promise<void> {
  const { fleetId, incidentIds, deliveryIds } = ids;
  await sql`
    delete from incident_alerts
    where fleet_id = ${fleetId}
      and (incident_id = any(${[...incidentIds]}::bigint[]) or delivery_id = any(${[...deliveryIds]}::bigint[]))`.execute(
    tx,
  );
  await sql`
    delete from incident_events
    where fleet_id = ${fleetId} and incident_id = any(${[...incidentIds]}::bigint[])`.execute(tx);
}

/** Deliveries that were grouped into such a message stay, without it. Messages about the removed trips go, whoever else they were about. */
async function removeDeliveries(
  tx: Tx,
  { fleetId, deliveryIds }: { readonly fleetId: string; readonly deliveryIds: readonly string[] },
): Promise<void> {
  const ids = [...deliveryIds];
  await sql`
    update deliveries set grouped_into = null
    where fleet_id = ${fleetId} and grouped_into is not null and grouped_into = any(${ids}::bigint[])
      and not id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    delete from outbox where fleet_id = ${fleetId} and (delivery_id = any(${ids}::bigint[])
      or delivery_id = any(array(select grouped_into from deliveries
        where fleet_id = ${fleetId} and id = any(${ids}::bigint[]) and grouped_into is not null)))`.execute(
    tx,
  );
  await sql`
    delete from deliveries where fleet_id = ${fleetId} and id = any(${ids}::bigint[])`.execute(tx);
}
