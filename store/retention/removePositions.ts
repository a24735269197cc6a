import { sql } from 'kysely';
import { inTransaction } from '../db/index.ts';
import type { Db } from '../db/index.ts';

/** Limits of a removal: rows from before an instant, and the maximum number of rows removed at a time. */
export interface Due {
  readonly fleetId: string;
  readonly before: Date;
  readonly limit: number;
  readonly at: Date;
}

/**
 * Removes the positions of trips that were first received before an instant: paths, speed profiles, places of events, and
 * addresses. Also removes the service's unknown fields, because one of them might be a position. Figures and events are kept.
 * @returns the number of trips
 */
export function removeTripPositions(db: Db, due: Due): Promise<number> {
  const { fleetId, before, limit, at } = due;
  return inTransaction(db, async (tx) => {
    // Locks the trips' rows first, because storing a trip takes its locks in the same order.
    const { rows } = await sql<{ driverId: string; tripId: string }>`
      with due as materialized (select driver_id, trip_id from trips
        where fleet_id = ${fleetId} and positions_removed_at is null
          and first_received_at < ${before}
        order by first_received_at limit ${limit} for update skip locked)
      update trips set positions_removed_at = ${at}, problems = case when problems is null then null else '[]'::jsonb end,
        extra = case when extra is null then null else '{}'::jsonb end
      from due
      where trips.fleet_id = ${fleetId} and trips.driver_id = due.driver_id and trips.trip_id = due.trip_id
      returning trips.driver_id, trips.trip_id`.execute(tx);
    if (rows.length === 0) return 0;
    const drivers = rows.map(({ driverId }) => driverId);
    const trips = rows.map(({ tripId }) => tripId);
    const those = sql`unnest(${drivers}::text[], ${trips}::text[]) due (driver_id, trip_id)`;
    await sql`
      delete from trip_paths using ${those}
      where trip_paths.fleet_id = ${fleetId} and trip_paths.driver_id = due.driver_id
        and trip_paths.trip_id = due.trip_id`.execute(tx);
    await sql`
      update trip_events set latitude_start = null, longitude_start = null, latitude_end = null,
        longitude_end = null, extra = '{}'
      from ${those}
      where trip_events.fleet_id = ${fleetId} and trip_events.driver_id = due.driver_id
        and trip_events.trip_id = due.trip_id`.execute(tx);
    await sql`
      update incidents set place_address = null from ${those}
      where incidents.fleet_id = ${fleetId} and incidents.driver_id = due.driver_id
        and incidents.trip_id = due.trip_id and incidents.place_address is not null`.execute(tx);
    return rows.length;
  });
}

/** Selects a snapshot's event without the fields that contain or might contain its position. */
const PLACES = sql`event - 'latitudeStart' - 'longitudeStart' - 'latitudeEnd' - 'longitudeEnd' - 'extra'
  || '{"extra": {}}'`;

/**
 * Removes the positions from snapshots taken before an instant. Removes the service's original body; figures and events are kept.
 * @returns the number of snapshots
 */
export async function removeSnapshotPositions(db: Db, due: Due): Promise<number> {
  const { fleetId, before, limit, at } = due;
  const { numAffectedRows } = await sql`
    update trip_snapshots set positions_removed_at = ${at}, raw = '{}',
      trip = trip - 'path' - 'speedProfile' || '{"extra": {}, "problems": []}'
        || case when jsonb_typeof(trip -> 'events') = 'array' then jsonb_build_object('events',
          (select coalesce(jsonb_agg(${PLACES}), '[]') from jsonb_array_elements(trip -> 'events') event))
        else '{}' end
    where fleet_id = ${fleetId} and id = any(array(select id from trip_snapshots
      where fleet_id = ${fleetId} and positions_removed_at is null and taken_at < ${before}
      order by id limit ${limit}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Removes content that may contain positions and is not needed later: notification bodies, dead letters, outbox messages and
 * simulations.
 * @returns the numbers of rows by category
 */
export async function removeRawContent(db: Db, due: Due): Promise<Readonly<Record<string, number>>> {
  const { fleetId, before, limit } = due;
  const remove = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await statement.execute(db)).numAffectedRows ?? 0n);
  return {
    notification_bodies: await remove(sql`
      update notifications set body = null where fleet_id = ${fleetId} and id = any(array(select id from notifications
        where fleet_id = ${fleetId} and body is not null and received_at < ${before} limit ${limit}))`),
    dead_letters: await remove(sql`
      delete from dead_letters where fleet_id = ${fleetId} and id = any(array(select id from dead_letters
        where fleet_id = ${fleetId} and last_seen_at < ${before} limit ${limit}))`),
    outbox: await remove(sql`
      delete from outbox where fleet_id = ${fleetId} and id = any(array(select id from outbox
        where fleet_id = ${fleetId} and at < ${before} limit ${limit}))`),
    simulations: await remove(sql`
      delete from simulations where fleet_id = ${fleetId} and id = any(array(select id from simulations
        where fleet_id = ${fleetId} and created_at < ${before} limit ${limit}))`),
  };
}
