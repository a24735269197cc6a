import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LocalDay } from '../../rules/time/index.ts';
import type { Db } from '../db/index.ts';
import { countHandedOn } from '../deletions/index.ts';
import { countPassedOn } from '../deliveries/index.ts';
import { OF_A_DRIVER, WITH_THEIR_TRIP, namesOfDriver, tripsUntil } from './eraseDriver.ts';
import type { DriverKey } from './eraseDriver.ts';
import { OF_A_TRIP } from './eraseTrips.ts';
import type { RemovedRows } from './eraseTrips.ts';
import { countInAudit, deadLettersNaming } from './logMentions.ts';
import { PLACES, WORDS, driverInFleet, rowsNaming, wordsNaming } from './mentions.ts';
import type { DriverInFleet } from './mentions.ts';

/** The driver and the time of a previewed erasure. */
interface Previewed extends DriverKey {
  /** Time until which driven trips would be removed: now. */
  readonly until: Date;
  /** Returns the fleet's local day around an instant. */
  readonly dayOf: (at: Date) => LocalDay;
}

/** Queries for the rows that would be removed. */
interface Going {
  readonly own: RawBuilder<unknown>;
  readonly trips: RawBuilder<unknown>;
  readonly incidents: RawBuilder<unknown>;
  readonly deliveries: RawBuilder<unknown>;
}

/**
 * Returns what an erasure requested now would remove and change: numbers of rows by kind, as `countErased` adds them up. Changes
 * nothing. Omits kinds without rows.
 */
export async function previewErasure(db: Db, args: Previewed): Promise<RemovedRows> {
  const going = goingOf(args);
  const driver = await driverInFleet(db, { ...args, names: await namesOfDriver(db, args) });
  const counts: Record<string, number> = { ...(await countOwnRows(db, args, going)) };
  for (const [kind, count] of Object.entries(await countMentions(db, driver, going)))
    counts[kind] = (counts[kind] ?? 0) + count;
  // Excludes messages that would move to another driver: budget messages, and a day's approval requests.
  const passedOn = (await countPassedOn(db, args)) + (await countHandedOn(db, args));
  counts['deliveries'] = (counts['deliveries'] ?? 0) - passedOn;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function goingOf({ fleetId, driverId, until }: Previewed): Going {
  const own = sql`fleet_id = ${fleetId} and driver_id = ${driverId}`;
  const trips = sql`select trip_id from (${tripsUntil({ fleetId, driverId }, until)}) going`;
  const incidents = sql`select id from incidents where ${own} and trip_id in (${trips})`;
  const deliveries = sql`
    select id from deliveries where ${own} and trip_id in (${trips})
    union select id from deliveries
      where fleet_id = ${fleetId} and incident_id is not null and incident_id in (${incidents})`;
  return { own, trips, incidents, deliveries };
}

async function countOwnRows(
  db: Db,
  { fleetId }: Previewed,
  { own, trips, incidents, deliveries }: Going,
): Promise<RemovedRows> {
  const counts: Record<string, number> = {};
  const count = async (kind: string, from: RawBuilder<unknown>): Promise<void> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(db);
    counts[kind] = (counts[kind] ?? 0) + rows[0]!.count;
  };
  await count('trips', sql`(${trips}) going`);
  for (const table of [...WITH_THEIR_TRIP, ...OF_A_TRIP])
    await count(table, sql`${sql.table(table)} where ${own} and trip_id in (${trips})`);
  await count('incidents', sql`(${incidents}) going`);
  await count(
    'incident_events',
    sql`incident_events where fleet_id = ${fleetId} and incident_id in (${incidents})`,
  );
  await count(
    'incident_alerts',
    sql`incident_alerts where fleet_id = ${fleetId} and (incident_id in (${incidents}) or delivery_id in (${deliveries}))`,
  );
  await count('deliveries', sql`(${deliveries}) going`);
  for (const table of OF_A_DRIVER)
    await count(
      table,
      sql`${sql.table(table)} where ${own} ${table === 'notifications' ? sql`and trip_id is null` : sql``}`,
    );
  return counts;
}

/**
 * Counts rows that are also about other drivers, or about no particular driver. Excludes rows that are removed with the driver's
 * trips.
 */
async function countMentions(db: Db, driver: DriverInFleet, going: Going): Promise<RemovedRows> {
  const { fleetId, driverId } = driver;
  const digests = await idsNaming(db, driver, PLACES.digests);
  const atWork = await idsOf(
    db,
    sql`select id from backtests where fleet_id = ${fleetId} and state in ('waiting', 'running')`,
  );
  const silences = await idsOf(
    db,
    sql`select id from silences where fleet_id = ${fleetId} and ${driverId} = any(drivers)`,
  );
  let deadLetters = 0;
  for await (const _ of deadLettersNaming(db, driver)) deadLetters += 1;
  return {
    outbox: await countMessages(db, driver, { going, digests }),
    simulations: (await idsNaming(db, driver, PLACES.simulations)).size,
    notifications: await countNotifications(db, driver, going),
    dead_letters: deadLetters,
    backtests: new Set([...atWork, ...(await idsNaming(db, driver, PLACES.backtests))]).size,
    silences: silences.size,
    words: await countWords(db, driver, going),
    audit: await countInAudit(db, driver),
    digest_runs: digests.size,
  };
}

async function idsOf(db: Db, statement: RawBuilder<unknown>): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`${statement}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function idsNaming(
  db: Db,
  driver: DriverInFleet,
  place: (typeof PLACES)[keyof typeof PLACES],
): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of rowsNaming(db, driver, place)) ids.add(id);
  return ids;
}

/**
 * Counts messages in the outbox that are about the driver's trips, belong to a digest that names the driver, or name the driver.
 * Counts each message once.
 */
async function countMessages(
  db: Db,
  driver: DriverInFleet,
  { going, digests }: { readonly going: Going; readonly digests: ReadonlySet<string> },
): Promise<number> {
  const { fleetId } = driver;
  const own = await idsOf(
    db,
    sql`
    with going as materialized (${going.deliveries})
    select id from outbox where fleet_id = ${fleetId} and delivery_id in (
      select id from going
      union select grouped_into from deliveries
        where fleet_id = ${fleetId} and id in (select id from going) and grouped_into is not null
      union select id from deliveries
        where fleet_id = ${fleetId} and digest_run_id is not null and digest_run_id = any(${[...digests]}::bigint[]))`,
  );
  return new Set([...own, ...(await idsNaming(db, driver, PLACES.outbox))]).size;
}

/**
 * Counts notifications that name the driver in their body. Excludes the driver's own notifications, because they are counted with
 * the driver's rows.
 */
async function countNotifications(db: Db, driver: DriverInFleet, { own, trips }: Going): Promise<number> {
  const ids = [...(await idsNaming(db, driver, PLACES.notifications))];
  const others = await idsOf(
    db,
    sql`select id from notifications where fleet_id = ${driver.fleetId} and id = any(${ids}::bigint[])
      and not coalesce(${own} and (trip_id is null or trip_id in (${trips})), false)`,
  );
  return others.size;
}

/** Counts texts that name the driver, except those in rows that are removed. */
async function countWords(db: Db, driver: DriverInFleet, { own, trips, incidents }: Going): Promise<number> {
  const { fleetId, driverId } = driver;
  const goingIncidents = await idsOf(db, incidents);
  const goingRows: Readonly<Record<string, ReadonlySet<string>>> = {
    incidents: goingIncidents,
    incident_events: goingIncidents,
    deletions: await idsOf(db, sql`select id from deletions where ${own} and trip_id in (${trips})`),
    silences: await idsOf(
      db,
      sql`select id from silences where fleet_id = ${fleetId} and drivers = array[${driverId}]::text[]`,
    ),
  };
  let count = 0;
  for (const place of WORDS)
    for await (const { key } of wordsNaming(db, driver, place))
      count += goingRows[place.table]?.has(key[0]!) === true ? 0 : 1;
  return count;
}
