import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { LIFT_TIME_LIMIT, RESTORE_TIME_LIMIT } from './pool.ts';
import type { Db } from './schema.ts';

/** Any number that nobody else uses. */
const LOCK = sql.lit('7420116953304817265');
const ASK_AGAIN_MS = 250;
/** Whoever stands still with the lock loses it after this: PostgreSQL ends the session. Its own work counts as none. */
const IDLE_AT_MOST = '60s';

/**
 * Runs `work` on a connection that holds the lock of all migrations, without limits of time, and puts the limits back.
 * Whoever finds the lock taken asks again and again, because a statement that waits for it would itself be waited for by an
 * index that is built beside running work.
 */
export function withMigrationLock<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql.raw(LIFT_TIME_LIMIT).execute(connection);
    await limitIdleness(connection);
    try {
      while (!(await isTaken(connection))) await pause(ASK_AGAIN_MS);
      return await work(connection);
    } finally {
      await putBack(connection);
    }
  });
}

async function isTaken(connection: Db): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_lock(${LOCK}::bigint) as taken`.execute(connection);
  return rows[0]?.taken === true;
}

/** PostgreSQL before 14 does not know the setting, and does without. */
async function limitIdleness(connection: Db): Promise<void> {
  await sql`select set_config(name, ${IDLE_AT_MOST}, false) from pg_settings
    where name = 'idle_session_timeout'`.execute(connection);
}

/** A connection that was lost on the way has lost all of this too: what went wrong before is the error to tell. */
async function putBack(connection: Db): Promise<void> {
  const gone = (): void => undefined;
  await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(connection).catch(gone);
  for (const name of ['lock_timeout', 'idle_session_timeout'])
    await sql`select set_config(name, reset_val, false) from pg_settings where name = ${name}`
      .execute(connection)
      .catch(gone);
  await sql.raw(RESTORE_TIME_LIMIT).execute(connection).catch(gone);
}
