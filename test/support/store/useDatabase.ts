import { inject } from 'vitest';
import { openDatabase } from '../../../store/db/index.ts';
import type { Database, Db } from '../../../store/db/index.ts';
import { useStarted } from '../run/useStarted.ts';
import { createTestDatabase } from './postgres.ts';

/** The database of one test file, for use inside tests and hooks. */
export interface DatabaseInTest {
  readonly db: Db;
  readonly database: Database;
  readonly url: string;
}

/** Creates a database on the run's PostgreSQL; `close` drops it. */
export async function startDatabaseInTest(): Promise<DatabaseInTest & { close(): Promise<void> }> {
  const made = await createTestDatabase(inject('postgresUrl'));
  const database = openDatabase(made.url);
  return {
    db: database.db,
    database,
    url: made.url,
    async close() {
      await database.close();
      await made.drop();
    },
  };
}

/** Gives the calling test file a database of its own on the run's PostgreSQL. */
export const useDatabase = (): DatabaseInTest => useStarted(startDatabaseInTest);
