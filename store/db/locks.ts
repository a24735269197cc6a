import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from './connection/index.ts';
import type { Db, Tx } from './connection/index.ts';

/**
 * Runs `work` in a transaction that holds the driver's lock, so that storing and evaluating one driver's trips happen one after
 * the other, in any number of processes. The lock ends with the transaction. `work` must use only `tx`, because the pool may have
 * no other connection while all of them wait for this lock.
 */
export function withDriverLock<T>(
  db: Db,
  key: { readonly fleetId: string; readonly driverId: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withLock(db, ['driver', key.fleetId, key.driverId], work);
}

/**
 * Runs `work` in a transaction that holds a lock of the fleet. `purpose` distinguishes its locks, e.g. `deletion-caps`:
 * counting and acting under one lock is what keeps a cap when two workers arrive together.
 */
export function withFleetLock<T>(
  db: Db,
  key: { readonly fleetId: string; readonly purpose: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withLock(db, ['fleet', key.fleetId, key.purpose], work);
}

/** Takes a lock of the fleet, as `withFleetLock` does, for the rest of a transaction that is under way. */
export function lockFleet(
  tx: Tx,
  key: { readonly fleetId: string; readonly purpose: string },
): Promise<void> {
  return takeLock(tx, ['fleet', key.fleetId, key.purpose]);
}

/**
 * Takes the locks of a fleet's rules for the rest of a transaction, so that what a throttle or a budget counts does not
 * change while it is evaluated. Always after the driver's lock, and in the order of the ids: two transactions that need the
 * same rules wait for each other in turn, never both at once.
 */
export async function lockRules(
  tx: Tx,
  key: { readonly fleetId: string; readonly rules: readonly string[] },
): Promise<void> {
  for (const rule of [...new Set(key.rules)].sort()) await takeLock(tx, ['rule', key.fleetId, rule]);
}

function withLock<T>(db: Db, name: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await takeLock(tx, name);
    return work(tx);
  });
}

async function takeLock(tx: Tx, name: readonly string[]): Promise<void> {
  const digest = createHash('sha256').update(JSON.stringify(name)).digest();
  await sql`select pg_advisory_xact_lock(${digest.readBigInt64BE(0).toString()}::bigint)`.execute(tx);
}
