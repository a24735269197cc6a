import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../store/database.ts';

/** Resolves when somebody waits for an advisory lock of this database. */
export async function waitsForLock(db: Db): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
    return rows[0]!.count;
  };
  await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0);
}
