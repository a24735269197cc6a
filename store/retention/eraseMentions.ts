import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Json } from '../../rules/vocabulary/index.ts';
import { json, jsonb, rowAt } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import { removeSlots } from '../deliveries/index.ts';
import { deadLettersNaming, eraseFromAudit } from './logMentions.ts';
import { withoutNames } from './matchDriver.ts';
import type { NamedDriver } from './matchDriver.ts';
import { PLACES, WORDS, driverInFleet, rowsNaming, wordsNaming } from './mentions.ts';
import type { DriverInFleet } from './mentions.ts';
import { withoutDriver } from './redactDriver.ts';

/** A driver with the names by which texts may refer to the driver. */
export interface Named extends NamedDriver {
  readonly fleetId: string;
}

interface Row {
  readonly table: string;
  readonly fleetId: string;
  readonly id: string;
}

async function remove(db: Db, { table, fleetId, id }: Row): Promise<void> {
  await sql`delete from ${sql.table(table)} where fleet_id = ${fleetId} and id = ${id}`.execute(db);
}

async function change(db: Db, { table, fleetId, id }: Row, set: RawBuilder<unknown>): Promise<void> {
  await sql`update ${sql.table(table)} set ${set} where fleet_id = ${fleetId} and id = ${id}`.execute(db);
}

/**
 * Removes whole rows that name the driver.
 * @returns the number of removed rows
 */
async function removeNaming(
  db: Db,
  driver: DriverInFleet,
  place: (typeof PLACES)['outbox' | 'simulations' | 'notifications'],
): Promise<number> {
  let count = 0;
  for await (const { id } of rowsNaming(db, driver, place)) {
    await remove(db, { table: place.table, fleetId: driver.fleetId, id });
    count += 1;
  }
  return count;
}

async function fromDeadLetters(db: Db, driver: DriverInFleet): Promise<number> {
  let count = 0;
  for await (const id of deadLettersNaming(db, driver)) {
    await remove(db, { table: 'dead_letters', fleetId: driver.fleetId, id });
    count += 1;
  }
  return count;
}

/** Removes the driver from back-tests. Cancels unfinished back-tests, because they need the driver's data. */
async function fromBacktests(db: Db, driver: DriverInFleet, at: Date): Promise<number> {
  const { fleetId } = driver;
  const { numAffectedRows } = await sql`
    update backtests set state = 'cancelled', finished_at = ${at},
      error = 'A driver was erased meanwhile: ask again.'
    where fleet_id = ${fleetId} and state in ('waiting', 'running')`.execute(db);
  await sql`
    delete from backtest_parts parts using backtests
    where backtests.fleet_id = ${fleetId} and parts.fleet_id = ${fleetId} and parts.backtest_id = backtests.id
      and backtests.state not in ('waiting', 'running')`.execute(db);
  let count = Number(numAffectedRows ?? 0n);
  for await (const row of rowsNaming(db, driver, PLACES.backtests)) {
    const rest = withoutDriver(row['result'] as Json, driver) ?? null;
    await change(db, { table: 'backtests', fleetId, id: row.id }, sql`result = ${json(rest)}`);
    count += 1;
  }
  return count;
}

/** Removes the driver from the content of digests. Removes the outbox messages of those digests. */
async function fromDigests(db: Db, driver: DriverInFleet): Promise<{ outbox: number; digest_runs: number }> {
  const { fleetId } = driver;
  let [messages, count] = [0, 0];
  for await (const row of rowsNaming(db, driver, PLACES.digests)) {
    const { numAffectedRows } = await sql`
      delete from outbox where fleet_id = ${fleetId} and delivery_id in (
        select id from deliveries where fleet_id = ${fleetId} and digest_run_id = ${row.id})`.execute(db);
    messages += Number(numAffectedRows ?? 0n);
    const rest = withoutDriver(row['content'] as Json, driver) ?? null;
    await change(db, { table: 'digest_runs', fleetId, id: row.id }, sql`content = ${jsonb(rest)}`);
    count += 1;
  }
  return { outbox: messages, digest_runs: count };
}

/** Removes the driver from silences. Deletes silences for this driver only. */
async function fromSilences(db: Db, { fleetId, driverId }: DriverInFleet): Promise<number> {
  const gone = await sql`
    delete from silences where fleet_id = ${fleetId} and drivers = array[${driverId}]::text[]`.execute(db);
  const changed = await sql`
    update silences set drivers = array_remove(drivers, ${driverId})
    where fleet_id = ${fleetId} and ${driverId} = any(drivers)`.execute(db);
  return Number((gone.numAffectedRows ?? 0n) + (changed.numAffectedRows ?? 0n));
}

/**
 * Replaces the driver's names in texts that people wrote about other subjects. Removes a document's text with comments
 * completely.
 */
async function fromWords(db: Db, driver: DriverInFleet): Promise<number> {
  let count = 0;
  for (const place of WORDS)
    for await (const { key, words } of wordsNaming(db, driver, place)) {
      const { table, column, isWhole } = place;
      const rest = isWhole ? null : withoutNames(words, driver);
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${rest}
        where fleet_id = ${driver.fleetId} and ${rowAt(place.key, '=', key)} and ${sql.ref(column)} = ${words}`.execute(
        db,
      );
      count += Number(numAffectedRows ?? 0n);
    }
  return count;
}

/**
 * Removes the driver from rows that are also about other drivers, or about no particular driver.
 * @returns the numbers of changed or removed rows by kind
 */
export async function eraseMentions(
  db: Db,
  { at, ...named }: Named & { readonly at: Date },
): Promise<Readonly<Record<string, number>>> {
  const driver = await driverInFleet(db, named);
  await removeSlots(db, { fleetId: named.fleetId, addresses: named.names, at });
  const removed = {
    outbox: await removeNaming(db, driver, PLACES.outbox),
    simulations: await removeNaming(db, driver, PLACES.simulations),
    notifications: await removeNaming(db, driver, PLACES.notifications),
    dead_letters: await fromDeadLetters(db, driver),
    backtests: await fromBacktests(db, driver, at),
    silences: await fromSilences(db, driver),
    words: await fromWords(db, driver),
    audit: await eraseFromAudit(db, driver),
  };
  // Digests come last, because a worker that continues after a crash reads the driver's names from them.
  const digests = await fromDigests(db, driver);
  return { ...removed, digest_runs: digests.digest_runs, outbox: removed.outbox + digests.outbox };
}
