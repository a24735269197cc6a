import type { InsertObject } from 'kysely';
import { fingerprint } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { DB } from '../tables/index.ts';

/** Returns the key of a delivery from everything that makes it one of its kind. */
export function deliveryKeyFrom(identity: readonly string[]): string {
  return fingerprint(identity).slice(0, 32);
}

/** Inserts deliveries without an attempt, except those whose key is stored already. */
export function insertPlanned(db: Db, rows: readonly InsertObject<DB, 'deliveries'>[]) {
  return db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['fleetId', 'deliveryKey']).doNothing());
}
