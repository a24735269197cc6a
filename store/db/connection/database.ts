import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { guardedPool, onReadingConnections, pairedPool } from './pool.ts';
import type { Database, Db, Schema, Tx } from './schema.ts';

export { inspectSchema, UnreleasedSchemaError, migrateToLatest } from './migrate.ts';
export type { SchemaSteps } from './migrate.ts';
export { refuseUntilAdmitted, SchemaNotReadyError } from './schemaGuard.ts';
export type { GuardedDatabase } from './schemaGuard.ts';
export type { Db, Tx } from './schema.ts';

/** Options of a database; every field has a default. */
export interface DatabaseOptions {
  /** Connections at most, 10. */
  readonly poolSize?: number;
  /** Milliseconds that one statement may take, waiting for locks included; default: 30 s. */
  readonly statementTimeoutMs?: number;
  /** Connections of `reading` at most, 8. */
  readonly readingPoolSize?: number;
  /** Milliseconds that one statement of `reading` may take; default: 5 s. */
  readonly readingTimeoutMs?: number;
  /** Milliseconds to wait for a connection or a free place in the pool; default: 5 s. */
  readonly connectTimeoutMs?: number;
  /** Receives the errors of connections lost while idle, for the log. The pool replaces such connections itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/**
 * Opens a PostgreSQL database. Connects only at the first query, so this never fails because the server is unavailable, and a
 * recovered server is used again without a restart.
 * @param url `postgres://user:password@host:port/database`
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const common = {
    url,
    connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
    onConnectionLost: options.onConnectionLost ?? (() => undefined),
  };
  const pool = pairedPool({
    main: guardedPool({
      ...common,
      size: options.poolSize ?? 10,
      statementTimeoutMs: options.statementTimeoutMs ?? 30_000,
    }),
    forReading: guardedPool({
      ...common,
      size: options.readingPoolSize ?? 8,
      statementTimeoutMs: options.readingTimeoutMs ?? 5_000,
    }),
  });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  let closed: Promise<void> | undefined;
  return {
    db,
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    reading: onReadingConnections,
    close: () => (closed ??= db.destroy()),
  };
}

/** Runs `work` in a transaction: the one that is open already, when `db` is one. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
}

/** Runs `work`, whose reads all see the database as it was at the first of them. */
export function inOneSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(work);
}
