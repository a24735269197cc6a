import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LocalDay } from '../../rules/time/index.ts';
import { recordAudit, withDriverLock, withFleetLock } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import { deletionIdsOf, handOnAsks } from '../deletions/index.ts';
import { holdGroupedAgain, passOnBudgetMessages } from '../deliveries/index.ts';
import { noteErased } from '../trips/index.ts';
import { OF_A_TRIP, removeTrips } from './eraseTrips.ts';
import type { RemovedRows } from './eraseTrips.ts';
import { openMatters } from './erasures.ts';
import type { OpenMatters } from './erasures.ts';

/** Key of a driver. */
export interface DriverKey {
  readonly fleetId: string;
  readonly driverId: string;
}

/** Result of beginning an erasure. `open`: it cannot begin, because incidents or deletions are open. */
export type ErasureBegun =
  | { readonly kind: 'open'; readonly matters: OpenMatters }
  /**
   * No message about the driver is sent from now on. Other drivers' alerts that were grouped into this driver's messages are held
   * until these times.
   */
  | { readonly kind: 'begun'; readonly releases: readonly Date[] };

/** Data of an erasure that begins. */
interface Beginning extends DriverKey {
  /** Id of the erasure request. */
  readonly id: string;
  readonly at: Date;
  /** Returns the fleet's local day around an instant. */
  readonly dayOf: (at: Date) => LocalDay;
}

/**
 * Begins an erasure, under the driver's lock. From then on, trips driven until now are not processed, and no message about the
 * driver is sent. A repeated call changes nothing.
 */
export function beginErasure(db: Db, args: Beginning): Promise<ErasureBegun> {
  return withDriverLock(db, args, async (tx) => {
    const matters = await openMatters(tx, args);
    if (matters.incidents.length + matters.deletions.length > 0) return { kind: 'open', matters };
    await noteErased(tx, args);
    await removeAnswers(tx, args);
    return { kind: 'begun', releases: await stopMessages(tx, args) };
  });
}

/**
 * Removes stored API responses of earlier requests with an `Idempotency-Key`, because they may contain data about the driver. The
 * keys stay used.
 */
async function removeAnswers(tx: Tx, { fleetId }: DriverKey): Promise<void> {
  await sql`update idempotency_keys set status = null, body = null, location = null where fleet_id = ${fleetId}`.execute(
    tx,
  );
}

/**
 * Ends the driver's unsent messages, and removes the driver from messages about several drivers. Other drivers' deliveries that
 * were grouped into the driver's messages are held again, so that they are sent separately. Approval requests about several
 * deletions move to another driver's deletion.
 * @returns the times at which held messages have to be released
 */
async function stopMessages(tx: Tx, args: Beginning): Promise<readonly Date[]> {
  const { fleetId, driverId, at } = args;
  await passOnBudgetMessages(tx, args);
  await handOnAsks(tx, { fleetId, deletionIds: await deletionIdsOf(tx, args) });
  const { rows } = await sql<{ id: string }>`
    update deliveries set state = 'held', claimed_at = null, release_at = coalesce(release_at, ${at})
    where fleet_id = ${fleetId} and driver_id = ${driverId} and state in ('pending', 'held')
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const again = await holdGroupedAgain(tx, { fleetId, ids });
  await sql`
    update deliveries set state = 'skipped', reason = 'erased', settled_at = ${at}
    where fleet_id = ${fleetId} and driver_id = ${driverId} and state in ('pending', 'held')`.execute(tx);
  if (ids.length > 0)
    await recordAudit(tx, {
      fleetId,
      at,
      who: 'tripline',
      action: 'driver.deliveries_cancelled',
      subjectType: 'erasure',
      subjectId: args.id,
      details: { deliveries: ids.length },
    });
  await sql`
    update deliveries member set reason = 'erased', grouped_into = null
    from deliveries summary
    where member.fleet_id = ${fleetId} and member.driver_id = ${driverId}
      and member.state = 'skipped' and member.reason = 'grouped'
      and summary.fleet_id = member.fleet_id and summary.id = member.grouped_into
      and summary.state in ('pending', 'held')`.execute(tx);
  // A message that is being composed may contain the driver. Its attempt may not begin sending, and the next attempt composes the
  // message again.
  await sql`
    update deliveries set claimed_at = null
    where id in (
      select id from deliveries
      where fleet_id = ${fleetId} and state = 'pending' and claimed_at is not null and unsent_attempt = attempt
      order by id for update
    )`.execute(tx);
  // Includes messages that are due already, because a worker may crash between this transaction and their release. Includes all
  // held budget messages, because those that were moved cannot be told from the others, and there are few.
  const held = await sql<{ releaseAt: Date }>`
    select distinct release_at from deliveries
    where fleet_id = ${fleetId} and state = 'held' and release_at is not null
      and (id = any(${again}::bigint[]) or release_at <= ${at} or kind in ('budget_notice', 'budget_summary'))
    order by release_at`.execute(tx);
  return held.rows.map(({ releaseAt }) => releaseAt);
}

/**
 * Selects the ids of the trips that a driver drove until an instant, as column `trip_id`. Includes trips that are not stored
 * themselves but are named in other tables.
 */
export function tripsUntil({ fleetId, driverId }: DriverKey, until: Date): RawBuilder<unknown> {
  const own = sql`fleet_id = ${fleetId} and driver_id = ${driverId}`;
  const isKept = sql`exists (select from trips
    where trips.fleet_id = ${fleetId} and trips.driver_id = ${driverId} and trips.trip_id = trace.trip_id)`;
  return sql`
    select trip_id from trips where ${own} and (first_received_at <= ${until} or ended_at <= ${until})
    union select trip_id from (
      select trip_id from notifications where ${own} and trip_id is not null and received_at <= ${until}
      union select trip_id from service_trips where ${own} and first_listed_at <= ${until}
      union select trip_id from alerts where ${own} and at <= ${until}
      union select trip_id from decisions where ${own} and decided_at <= ${until}
      union select trip_id from deliveries where ${own} and planned_at <= ${until}
      union select trip_id from deletions where ${own} and requested_at <= ${until}
      union select trip_id from trip_snapshots where ${own} and taken_at <= ${until}
      union select trip_id from incidents where ${own} and opened_at <= ${until}
    ) trace where not ${isKept}`;
}

/** Tables from which the database deletes rows together with their trip. */
export const WITH_THEIR_TRIP = ['trip_events', 'trip_paths'] as const;

/**
 * Erases up to `limit` trips that the driver drove until the erasure. Includes trips that are only named in other tables.
 * @returns the numbers of removed rows by kind, or undefined if no trip is left
 */
export async function removeSomeTrips(
  db: Db,
  args: DriverKey & { readonly until: Date; readonly limit: number; readonly at: Date },
): Promise<RemovedRows | undefined> {
  const { fleetId, driverId, until, limit } = args;
  return withDriverLock(db, args, async (tx) => {
    const { rows } = await sql<{ tripId: string }>`
      select trip_id from (${tripsUntil(args, until)}) one limit ${limit}`.execute(tx);
    if (rows.length === 0) return undefined;
    const tripIds = rows.map(({ tripId }) => tripId);
    const counted: Record<string, number> = {};
    for (const table of WITH_THEIR_TRIP) {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)}
        where fleet_id = ${fleetId} and driver_id = ${driverId} and trip_id = any(${tripIds}::text[])`.execute(
        tx,
      );
      counted[table] = found.rows[0]!.count;
    }
    return { ...counted, ...(await removeTrips(tx, { ...args, tripIds })), trips: tripIds.length };
  });
}

/** Tables with rows about one driver that belong to no trip. */
export const OF_A_DRIVER = [
  'driver_readings',
  'driver_groups',
  'driver_directory',
  'digest_drivers',
  'reconcile_drivers',
  'backfill_drivers',
  'notifications',
] as const;

/** Removes the stored data about the driver that belongs to no trip. */
export async function removeDriverRows(db: Db, { fleetId, driverId }: DriverKey): Promise<RemovedRows> {
  const removed: Record<string, number> = {};
  for (const table of OF_A_DRIVER) {
    const isWithoutTrip = table === 'notifications' ? sql`and trip_id is null` : sql``;
    const remove = async (of: Db): Promise<number> => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)}
        where fleet_id = ${fleetId} and driver_id = ${driverId} ${isWithoutTrip}`.execute(of);
      return Number(numAffectedRows ?? 0n);
    };
    // Waits for an import that began before the erasure, because it may still write the driver's row.
    removed[table] =
      table === 'driver_directory'
        ? await withFleetLock(db, { fleetId, purpose: 'directory' }, remove)
        : await remove(db);
  }
  return removed;
}

/**
 * Returns the driver's id and the names by which texts may refer to the driver. They come from the directory, the driver's
 * attributes and digests. Includes attributes that settings, published now or earlier, use as name or address.
 */
export async function namesOfDriver(db: Db, { fleetId, driverId }: DriverKey): Promise<readonly string[]> {
  const nameInMentions = sql`'strict $.** ? (@.driverId == $driver).name'`;
  const { rows } = await sql<{ name: string }>`
    select distinct name from digest_drivers
    where fleet_id = ${fleetId} and driver_id = ${driverId} and name is not null
    union
    select distinct found.name #>> '{}' from digest_runs run,
      jsonb_path_query(run.content, ${nameInMentions}, ${JSON.stringify({ driver: driverId })}::jsonb, true) found (name)
    where run.fleet_id = ${fleetId} and jsonb_typeof(found.name) = 'string'
    union
    select distinct entry.value #>> '{}' from driver_readings reading,
      jsonb_path_query(reading.reading, '$.attributes.** ? (@.type() == "object").keyvalue()') pair,
      lateral (select pair -> 'value' as value) entry
    where reading.fleet_id = ${fleetId} and reading.driver_id = ${driverId}
      and pair ->> 'key' ~* '^(driver|full|display)?[_ -]?name$' and jsonb_typeof(entry.value) = 'string'
    union
    select distinct own.name from driver_directory row, unnest(array[row.name, row.email]) own (name)
    where row.fleet_id = ${fleetId} and row.driver_id = ${driverId} and own.name is not null
    union
    select distinct reading.reading -> 'attributes' #>> (string_to_array(mapped.path, '.'))[2:]
    from document_versions settings, unnest(array[settings.body #>> '{driver_fields,name}',
      settings.body #>> '{driver_fields,email}']) mapped (path), driver_readings reading
    where settings.fleet_id = ${fleetId} and settings.kind = 'settings' and mapped.path is not null
      and reading.fleet_id = ${fleetId} and reading.driver_id = ${driverId}
      and reading.reading -> 'attributes' #>> (string_to_array(mapped.path, '.'))[2:] is not null
    limit 50`.execute(db);
  return [
    driverId,
    ...rows.map(({ name }) => name).filter((name) => name !== driverId && name.trim() !== ''),
  ];
}

/**
 * Returns whether data about the driver exists: the driver's own rows, or a silence for the driver. Does not search texts and
 * other places that may mention the driver, because only an erasure does so.
 */
export async function isDriverStored(db: Db, key: DriverKey): Promise<boolean> {
  const { fleetId, driverId } = key;
  const tables = ['trips', ...OF_A_TRIP, 'deliveries', 'incidents', ...OF_A_DRIVER];
  const found = sql.join(
    tables.map(
      (table) =>
        sql`exists (select from ${sql.table(table)} where fleet_id = ${fleetId} and driver_id = ${driverId})`,
    ),
    sql` or `,
  );
  const isSilenced = sql`exists (select from silences where fleet_id = ${fleetId} and ${driverId} = any(drivers))`;
  const { rows } = await sql<{ isKept: boolean }>`select ${found} or ${isSilenced} as is_kept`.execute(db);
  return rows[0]!.isKept;
}
