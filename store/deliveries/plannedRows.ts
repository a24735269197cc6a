import type { InsertObject } from 'kysely';
import { fingerprint } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { DB } from '../tables/index.ts';

/** Returns a delivery key: a hash of all values that identify the delivery. */
export function deliveryKeyFrom(identity: readonly string[]): string {
  return fingerprint(identity).slice(0, 32);
}

/** Inserts planned deliveries without attempts. Skips deliveries whose key is stored already. */
export function insertPlanned(db: Db, rows: readonly InsertObject<DB, 'deliveries'>[]) {
  return db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['fleetId', 'deliveryKey']).doNothing());
}
