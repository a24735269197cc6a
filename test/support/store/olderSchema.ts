import { Migrator, sql } from 'kysely';
import { openDatabase } from '../../../store/db/index.ts';
import type { Database, Db } from '../../../store/db/index.ts';
import { MIGRATIONS } from '../../../store/migrations/index.ts';
import { createTestDatabase } from './postgres.ts';

/** A database as an older release left it. */
export interface OlderDatabase {
  readonly db: Db;
  readonly url: string;
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * A database of its own with the schema as it was after a migration.
 * @param last its number, such as `0011`; `0000` for an empty database
 */
export async function olderDatabase(postgresUrl: string, last: string): Promise<OlderDatabase> {
  const made = await createTestDatabase(postgresUrl);
  const database = openDatabase(made.url);
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  if (last !== '0000') await migrateUpTo(database.db, last);
  return {
    db: database.db,
    url: made.url,
    database,
    async close() {
      await database.close();
      await made.drop();
    },
  };
}

async function migrateUpTo(db: Db, last: string): Promise<void> {
  const names = Object.keys(MIGRATIONS).filter((name) => name.slice(0, last.length) <= last);
  const migrations = Object.fromEntries(names.map((name) => [name, MIGRATIONS[name]!]));
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider, disableTransactions: true }).migrateToLatest();
  if (error !== undefined) throw new Error(`The schema of ${last} could not be made.`, { cause: error });
}
