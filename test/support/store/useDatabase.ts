import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase } from '../../../store/db/index.ts';
import type { Database, Db } from '../../../store/db/index.ts';
import { createTestDatabase } from './postgres.ts';
import type { TestDatabase } from './postgres.ts';

/** The database of one test file; to be used inside tests and hooks only. */
export interface DatabaseInTest {
  readonly db: Db;
  readonly database: Database;
  readonly url: string;
}

/** Gives the calling test file a database of its own on the run's PostgreSQL. */
export function useDatabase(): DatabaseInTest {
  let made: TestDatabase | undefined;
  let database: Database | undefined;
  beforeAll(async () => {
    made = await createTestDatabase(inject('postgresUrl'));
    database = openDatabase(made.url);
  });
  afterAll(async () => {
    await database?.close();
    await made?.drop();
  });
  return {
    get db() {
      return present(database).db;
    },
    get database() {
      return present(database);
    },
    get url() {
      return present(made).url;
    },
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The database is there inside tests and hooks only.');
  return value;
}
