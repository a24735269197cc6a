import { Migrator, sql } from 'kysely';
import { MigrationError } from './migrationError.ts';
import { withMigrationLock } from './migrationLock.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Db } from './schema.ts';

/** What a migration run did. */
export interface MigrationReport {
  /** Names of the migrations applied just now, in order. */
  readonly applied: readonly string[];
  /** Names the database knows and this release does not: a newer release was here, and is expected to tolerate us. */
  readonly newer: readonly string[];
}

/** How a schema stands to this release. */
export interface SchemaState {
  /** Names of the migrations the database has seen, in order. */
  readonly applied: readonly string[];
  /** Names of the migrations that are still to be applied, in order. */
  readonly pending: readonly string[];
  /** Names the database knows and this release does not. */
  readonly newer: readonly string[];
}

/** How long a migration waits for a table: everybody who comes after it waits behind it. */
const LOCK_WITHIN = '2s';

/**
 * Brings the schema up to date, one migration after the other. Several processes may start at once: one migrates and the
 * others wait for as long as that takes.
 * @throws MigrationError saying what happened, what remains of it, and what to do
 */
export async function migrateToLatest(db: Db): Promise<MigrationReport> {
  const { pending, newer } = await inspectSchema(db);
  // While a release is rolled out, its predecessor may start again on the schema that is already ahead of it.
  if (pending.length === 0) return { applied: [], newer };
  return withMigrationLock(db, async (connection) => {
    const applied: string[] = [];
    for (const name of (await inspectSchema(connection)).pending) {
      await apply(connection, name, applied);
      applied.push(name);
    }
    return { applied, newer: [] };
  });
}

/** @param before the migrations of this run that are applied already */
async function apply(connection: Db, name: string, before: readonly string[]): Promise<void> {
  const isOnline = MIGRATIONS[name]?.isOnline ?? false;
  // Whoever builds beside others waits without keeping anybody from anything.
  await sql`select set_config('lock_timeout', ${isOnline ? '0' : LOCK_WITHIN}, false)`.execute(connection);
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
    disableTransactions: isOnline,
    // What is online may be named after the migration that it completes, between two that were applied long ago.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateTo(name);
  if (error !== undefined) throw new MigrationError({ migration: name, isOnline, applied: before }, error);
}

/** Says how the schema stands, and changes nothing. */
export async function inspectSchema(db: Db): Promise<SchemaState> {
  const applied = await appliedMigrations(db);
  return {
    applied,
    pending: Object.keys(MIGRATIONS).filter((name) => !applied.includes(name)),
    newer: applied.filter((name) => !(name in MIGRATIONS)),
  };
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (table.rows[0]?.found !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
