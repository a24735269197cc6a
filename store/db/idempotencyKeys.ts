import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { IdempotencyKeysTable } from '../tables/index.ts';
import type { Db } from './connection/index.ts';

/** A request by the key that its caller gave it. */
export type KeyedRequest = Pick<
  Selectable<IdempotencyKeysTable>,
  'fleetId' | 'who' | 'key' | 'fingerprint' | 'at'
>;

/** A stored answer that is sent again for the same key. */
export type KeyedAnswer = Pick<
  Selectable<IdempotencyKeysTable>,
  'status' | 'body' | 'location' | 'fingerprint'
>;

/** Milliseconds for which a key is reserved for its request. */
const KEPT_MS = 86_400_000;
/** Keys that one request clears away at most. */
const CLEARED = 100;

/**
 * Claims a key for a request before it has any effect, so that the effect happens at most once.
 * @returns undefined when the key is new; else the stored answer of its request
 */
export async function claimKey(db: Db, request: KeyedRequest): Promise<KeyedAnswer | undefined> {
  const { fleetId, who, key, at } = request;
  const over = new Date(at.getTime() - KEPT_MS);
  await sql`
    delete from idempotency_keys where (fleet_id, who, key) in (
      select fleet_id, who, key from idempotency_keys where fleet_id = ${fleetId} and at < ${over} limit ${CLEARED}
    )`.execute(db);
  const claimed = await db
    .insertInto('idempotencyKeys')
    .values({ ...request, status: null, body: null, location: null })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'who', 'key'])
        .doUpdateSet({ ...request, status: null, body: null, location: null })
        .where('idempotencyKeys.at', '<', over),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  return db
    .selectFrom('idempotencyKeys')
    .select(['status', 'body', 'location', 'fingerprint'])
    .where((row) => row.and({ fleetId, who, key }))
    .executeTakeFirst();
}

/** Records the answer of a request, to be sent again. */
export async function recordKeyedAnswer(
  db: Db,
  { fleetId, who, key }: KeyedRequest,
  answer: Omit<KeyedAnswer, 'fingerprint'>,
): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set(answer)
    .where((row) => row.and({ fleetId, who, key }))
    .execute();
}

/** Releases the key of a request that had no effect and may be sent again. */
export async function releaseKey(db: Db, { fleetId, who, key }: KeyedRequest): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where((row) => row.and({ fleetId, who, key }))
    .execute();
}
