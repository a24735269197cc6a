import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { inTransaction, withDriverLock } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { RetentionCountsTable } from '../tables/index.ts';
import { removeTrips } from './eraseTrips.ts';
import type { Due } from './removePositions.ts';

/** Trips of one driver that are due for removal. */
interface DueTrips {
  readonly driverId: string;
  readonly tripIds: readonly string[];
}

/** Selects the trips that an open incident, an unfinished deletion or an unsent message needs. */
const NEEDED = (fleetId: string) => sql`
  select driver_id, trip_id from incidents where fleet_id = ${fleetId} and state <> 'resolved'
  union
  select joined.driver_id, joined.trip_id from incident_alerts joined
    join incidents incident on incident.fleet_id = joined.fleet_id and incident.id = joined.incident_id
    where incident.fleet_id = ${fleetId} and incident.state <> 'resolved'
  union
  select driver_id, trip_id from deletions
    where fleet_id = ${fleetId} and state in ('requested', 'approved', 'deleting', 'unknown_outcome')
  union
  select driver_id, trip_id from deliveries where fleet_id = ${fleetId} and state in ('pending', 'held')
  union
  select member.driver_id, member.trip_id from deliveries member
    join deliveries summary on summary.fleet_id = member.fleet_id and summary.id = member.grouped_into
    where summary.fleet_id = ${fleetId} and summary.state in ('pending', 'held')`;

/**
 * Returns trips that were first received before an instant and that no open work needs, by driver. Uses the time of receipt,
 * because a device's clock may be wrong by years. For backfilled trips, the stored time of receipt is their end.
 */
export async function tripsDue(db: Db, { fleetId, before, limit }: Omit<Due, 'at'>): Promise<DueTrips[]> {
  const { rows } = await sql<DueTrips>`
    with needed as (${NEEDED(fleetId)}), due as (
      select driver_id, trip_id from trips
      where fleet_id = ${fleetId} and first_received_at < ${before}
        and (driver_id, trip_id) not in (select driver_id, trip_id from needed)
      order by first_received_at limit ${limit})
    select driver_id, array_agg(trip_id) as trip_ids from due group by driver_id order by driver_id`.execute(
    db,
  );
  return rows;
}

/**
 * Removes all data of trips that are due, one transaction per driver.
 * @returns the number of removed trips
 */
export async function removeDueTrips(db: Db, due: Due, stopCheck: () => void): Promise<number> {
  let count = 0;
  for (const { driverId, tripIds } of await tripsDue(db, due)) {
    stopCheck();
    const key = { fleetId: due.fleetId, driverId };
    count += await withDriverLock(db, key, async (tx) => {
      // Checks again, because a replay may have planned a message since the query.
      const { rows } = await sql<{ tripId: string }>`
        select trip_id from unnest(${[...tripIds]}::text[]) due (trip_id)
        where (${driverId}, trip_id) not in (${NEEDED(due.fleetId)})`.execute(tx);
      const stillDue = rows.map(({ tripId }) => tripId);
      return (await removeTrips(tx, { ...key, tripIds: stillDue, at: due.at })).trips;
    });
  }
  return count;
}

/**
 * Removes old rows that belong to no trip and are as old as the removed trips.
 * @returns the numbers of removed rows by table
 */
export async function removeOldRows(db: Db, due: Due): Promise<Readonly<Record<string, number>>> {
  const { fleetId, before, limit } = due;
  const date = before.toISOString().slice(0, 10);
  const removed: Record<string, number> = {};
  const remove = async (table: string, where: ReturnType<typeof sql>): Promise<void> => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} old where old.ctid = any(array(select old.ctid from ${sql.table(table)} old
        where old.fleet_id = ${fleetId} and ${where} limit ${limit}))`.execute(db);
    removed[table] = Number(numAffectedRows ?? 0n);
  };
  const hasNoTrip = sql`not exists (select from trips where trips.fleet_id = old.fleet_id
    and trips.driver_id = old.driver_id and trips.trip_id = old.trip_id)`;
  await remove('notifications', sql`old.received_at < ${before} and ${hasNoTrip}`);
  await remove('service_trips', sql`old.day < ${date} and ${hasNoTrip}`);
  await remove('driver_readings', sql`old.end_date < ${date}`);
  await remove('score_readings', sql`old.end_date < ${date}`);
  await remove('driver_groups', sql`old.seen_at < ${before}`);
  await remove('backtests', sql`old.finished_at < ${before}`);
  await remove('backfills', sql`old.finished_at < ${before}`);
  await remove('rate_limits', sql`greatest(old.booked_until, old.paused_until) < ${before}`);
  await remove('silences', sql`least(old.until, old.ended_at) < ${before}`);
  removed['digest_runs'] = await removeSettled(db, due, {
    table: 'digest_runs',
    column: 'digest_run_id',
    isOver: sql`old.settled_at < ${before}`,
  });
  // Keeps messages about open alarms however old they are, because their recipients have to be notified of the resolution.
  removed['alarm_messages'] = await removeSettled(db, due, {
    table: 'alarm_messages',
    column: 'alarm_message_id',
    isOver: sql`old.planned_at < ${before} and not exists (select from fleet_alarms open_alarm
      where open_alarm.fleet_id = old.fleet_id and open_alarm.raised_message_id = old.id)`,
  });
  return removed;
}

/** A table of finished messages to people that are about no trip (digests and alarms). They are removed with their deliveries. */
interface ComposedMessage {
  readonly table: string;
  /** The column of `deliveries` that refers to the table. */
  readonly column: string;
  readonly isOver: ReturnType<typeof sql>;
}

function removeSettled(
  db: Db,
  { fleetId, limit }: Due,
  { table, column, isOver }: ComposedMessage,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} old where fleet_id = ${fleetId} and ${isOver} limit ${limit}`.execute(
      tx,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const messages = sql`fleet_id = ${fleetId} and ${sql.ref(column)} is not null
      and ${sql.ref(column)} = any(${ids}::bigint[])`;
    await sql`
      delete from outbox where fleet_id = ${fleetId}
        and delivery_id in (select id from deliveries where ${messages})`.execute(tx);
    await sql`delete from deliveries where ${messages}`.execute(tx);
    await sql`delete from ${sql.table(table)} where fleet_id = ${fleetId} and id = any(${ids}::bigint[])`.execute(
      tx,
    );
    return ids.length;
  });
}

/**
 * Removes tombstones from before an instant. They are no longer needed, because senders do not repeat a notification after so
 * long.
 * @returns the number of removed tombstones of trips
 */
export async function removeTombstones(db: Db, { fleetId, before, limit }: Omit<Due, 'at'>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from trip_tombstones where fleet_id = ${fleetId} and trip_hash = any(array(select trip_hash from trip_tombstones
      where fleet_id = ${fleetId} and removed_at < ${before} limit ${limit}))`.execute(db);
  await sql`delete from erased_drivers where fleet_id = ${fleetId} and erased_at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Adds to the total numbers of rows that a fleet's retention has removed. */
export async function countRemoved(
  db: Db,
  args: { readonly fleetId: string; readonly removed: Readonly<Record<string, number>>; readonly at: Date },
): Promise<void> {
  const { fleetId, removed, at } = args;
  const some = Object.entries(removed).filter(([, count]) => count > 0);
  if (some.length === 0) return;
  await sql`
    insert into retention_counts (fleet_id, category, count, last_at)
    select ${fleetId}, what, count, ${at}
    from unnest(${some.map(([what]) => what)}::text[], ${some.map(([, count]) => count)}::bigint[]) one (what, count)
    on conflict (fleet_id, category) do update
      set count = retention_counts.count + excluded.count, last_at = excluded.last_at`.execute(db);
}

/** Returns the retention counts of all fleets. */
export function retentionCounts(db: Db): Promise<Selectable<RetentionCountsTable>[]> {
  return db.selectFrom('retentionCounts').selectAll().orderBy('fleetId').orderBy('category').execute();
}
