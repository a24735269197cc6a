import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import type { Database, Db } from '../../store/database.ts';
import { createTestDatabase, startTestPostgres } from './postgres.ts';
import type { TestDatabase, TestPostgres } from './postgres.ts';
import './postgresGlobalSetup.ts';

/** The database of one test file; to be used inside tests and hooks only. */
export interface DatabaseInTest {
  readonly db: Db;
  readonly database: Database;
  readonly url: string;
  /** Address of the server's own database, where databases are made and dropped. */
  readonly adminUrl: string;
}

/** Gives the calling test file a database of its own, on the run's PostgreSQL or else on one of its own. */
export function useDatabase(): DatabaseInTest {
  let own: TestPostgres | undefined;
  let adminUrl: string | undefined;
  let made: TestDatabase | undefined;
  let database: Database | undefined;
  beforeAll(async () => {
    adminUrl = inject('postgresUrl');
    if (adminUrl === undefined) {
      own = await startTestPostgres();
      adminUrl = own.url;
    }
    made = await createTestDatabase(adminUrl);
    database = openDatabase(made.url);
  });
  afterAll(async () => {
    await database?.close();
    await made?.drop();
    await own?.stop();
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
    get adminUrl() {
      return present(adminUrl);
    },
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The database is there inside tests and hooks only.');
  return value;
}
