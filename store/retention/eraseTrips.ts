import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../db/index.ts';
import { deletionIdsOf, handOnAsks } from '../deletions/index.ts';
import { noteTombstones } from '../trips/index.ts';

/** Numbers of removed rows by kind. */
export type RemovedRows = Readonly<Record<string, number>>;

/** Some trips of one driver. */
export interface TripsOfDriver {
  readonly fleetId: string;
  readonly driverId: string;
  readonly tripIds: readonly string[];
}

/**
 * Removes trips with all their rows, and keeps a hash of each trip (its tombstone). Audit log entries are kept without the trip
 * they are about. Call it under the driver's lock.
 * @returns the numbers of removed rows by table. For `audit`, the number of changed rows.
 */
export async function removeTrips(
  tx: Tx,
  trips: TripsOfDriver & { readonly at: Date },
): Promise<RemovedRows & { readonly trips: number }> {
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
  const removed: Record<string, number> = {
    ...(await removeIncidents(tx, { fleetId, incidentIds, deliveryIds })),
    ...(await removeDeliveries(tx, { fleetId, deliveryIds })),
    incidents: await affected(
      tx,
      sql`delete from incidents where fleet_id = ${fleetId} and id = any(${incidentIds}::bigint[])`,
    ),
  };
  for (const table of OF_A_TRIP)
    removed[table] = await affected(tx, sql`delete from ${sql.table(table)} where ${ofTrips}`);
  const count = await affected(tx, sql`delete from trips where ${ofTrips}`);
  return { ...removed, audit: await removeFromAudit(tx, trips), trips: count };
}

/** Removes trips from the audit log. The entries stay, without the trip and the details. */
async function removeFromAudit(tx: Tx, { fleetId, driverId, tripIds }: TripsOfDriver): Promise<number> {
  await sql`set local tripline.audit_erasure = 'on'`.execute(tx);
  const named = await affected(
    tx,
    sql`
    update audit set details = '{"removed": true}',
      subject_id = case subject_type when 'trip' then 'removed' else subject_id end
    where fleet_id = ${fleetId} and details ->> 'driver_id' = ${driverId}
      and details ->> 'trip_id' = any(${[...tripIds]}::text[])`,
  );
  const subjects = tripIds.map((tripId) => `${driverId}/${tripId}`);
  const unnamed = await affected(
    tx,
    sql`
    update audit set subject_id = 'removed', details = '{"removed": true}'
    where fleet_id = ${fleetId} and subject_type = 'trip' and subject_id = any(${subjects}::text[])
      and coalesce(details ->> 'driver_id', ${driverId}) = ${driverId}`,
  );
  await sql`set local tripline.audit_erasure = 'off'`.execute(tx);
  return named + unnamed;
}

/**
 * Executes a statement.
 * @returns the number of rows that were changed or removed
 */
async function affected(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(tx)).numAffectedRows ?? 0n);
}

/**
 * Tables with rows that belong to a trip. A table that refers to another one comes first. Events and paths are not listed,
 * because the database deletes them with the trip.
 */
export const OF_A_TRIP = [
  'alerts',
  'decisions',
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
): Promise<RemovedRows> {
  const { fleetId, incidentIds, deliveryIds } = ids;
  const alerts = sql`
    delete from incident_alerts
    where fleet_id = ${fleetId}
      and (incident_id = any(${[...incidentIds]}::bigint[]) or delivery_id = any(${[...deliveryIds]}::bigint[]))`;
  const events = sql`
    delete from incident_events
    where fleet_id = ${fleetId} and incident_id = any(${[...incidentIds]}::bigint[])`;
  return { incident_alerts: await affected(tx, alerts), incident_events: await affected(tx, events) };
}

/**
 * Removes deliveries and their messages. Also removes summaries in the outbox that include these deliveries, and the summaries'
 * titles, although they are about other trips too. Deliveries that were grouped into a removed delivery are kept and no longer
 * refer to it.
 */
async function removeDeliveries(
  tx: Tx,
  { fleetId, deliveryIds }: { readonly fleetId: string; readonly deliveryIds: readonly string[] },
): Promise<RemovedRows> {
  const ids = [...deliveryIds];
  await sql`
    update deliveries set grouped_into = null
    where fleet_id = ${fleetId} and grouped_into is not null and grouped_into = any(${ids}::bigint[])
      and not id = any(${ids}::bigint[])`.execute(tx);
  const summaries = sql`select grouped_into from deliveries
    where fleet_id = ${fleetId} and id = any(${ids}::bigint[]) and grouped_into is not null`;
  await sql`
    update deliveries set title = null
    where fleet_id = ${fleetId} and id = any(array(${summaries})) and title is not null`.execute(tx);
  const messages = sql`
    delete from outbox where fleet_id = ${fleetId} and (delivery_id = any(${ids}::bigint[])
      or delivery_id = any(array(${summaries})))`;
  const own = sql`delete from deliveries where fleet_id = ${fleetId} and id = any(${ids}::bigint[])`;
  return { outbox: await affected(tx, messages), deliveries: await affected(tx, own) };
}
