import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../../store/db/index.ts';

/** Resolves when someone waits for an advisory lock of this database. */
export async function waitsForLock(db: Db): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows[0]!.count;
  };
  await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
}

/** Resolves when someone waits for a row of this database that another transaction has changed or locked. */
export async function waitsForRow(db: Db): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple')`.execute(
      db,
    );
    return rows[0]!.count;
  };
  await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
}
