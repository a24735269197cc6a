import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../tables/index.ts';

/** An open database. */
export interface Database {
  readonly db: Db;
  /** Answers when PostgreSQL does; throws what the connection threw otherwise. */
  ping(): Promise<void>;
  /**
   * Runs work that only reads, on connections of its own, whose statements end after five seconds with an error that
   * `isDatabaseUnavailable` recognises.
   */
  reading<T>(work: () => Promise<T>): Promise<T>;
  /** Closes every connection. May be called twice. */
  close(): Promise<void>;
}

/**
 * Every table, with columns in camelCase (snake_case in the database). Every row belongs to a fleet, except `instanceKeys`
 * and what belongs to a person who may have several fleets: `users`, `sessions`, and what signs them in and out. Positions live in `tripEvents`, `tripPaths`, `tripSnapshots`, in the body of a dead letter or of an unknown
 * notification, in the input of a simulation and in the outbox's pictures, perhaps in what the service adds to a trip
 * (`extra`); nowhere else. docs/privacy.md lists what is stored about drivers, and for how long.
 */
export type Schema = DB;

/** The database. A transaction is accepted wherever a `Db` is. */
export type Db = Kysely<Schema>;

/** An open transaction: the type of functions that make sense only as a part of one. */
export type Tx = Transaction<Schema>;
