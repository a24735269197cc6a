import type { KyselyPlugin } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Thrown by every query while the schema is not known to be up to date. Carries PostgreSQL's own code for "cannot connect now",
 * so that callers that wait for the database wait for this too.
 */
export class SchemaNotReadyError extends Error {
  readonly code = '57P03';
  constructor() {
    super('The database schema is not up to date yet: migrations have not run.');
    this.name = 'SchemaNotReadyError';
  }
}

/** A database that refuses until it is opened for use. */
export interface GuardedDatabase extends Database {
  /** Admits all queries from now on, because the schema is up to date. */
  admit(): void;
}

/**
 * Returns the same database, for users that may be there before its schema is: until `admit` every query is refused at once
 * instead of meeting missing tables, or waiting for a server that is unavailable.
 */
export function refuseUntilAdmitted(database: Database): GuardedDatabase {
  let isAdmitted = false;
  const guard: KyselyPlugin = {
    transformQuery({ node }) {
      if (!isAdmitted) throw new SchemaNotReadyError();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return {
    db: database.db.withPlugin(guard),
    async ping() {
      await database.ping();
      if (!isAdmitted) throw new SchemaNotReadyError();
    },
    reading: (work) => database.reading(work),
    close: () => database.close(),
    admit: () => void (isAdmitted = true),
  };
}
