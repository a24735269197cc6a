import { Migrator, sql } from 'kysely';
import { MIGRATIONS } from './migrations/index.ts';
import { LIFT_TIME_LIMIT, RESTORE_TIME_LIMIT } from './pool.ts';
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

/** Thrown when the schema could not be brought up to date; nothing of the failed run remains. */
class MigrationError extends Error {
  constructor(migration: string | undefined, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The database could not be migrated${migration ? ` (${migration})` : ''}: ${reason}`, { cause });
    this.name = 'MigrationError';
  }
}

/**
 * Brings the schema up to date. Several processes may start at once: Kysely's migrator holds an advisory lock, under which
 * one migrates and the others wait for as long as that takes.
 * @throws MigrationError
 */
export async function migrateToLatest(db: Db): Promise<MigrationReport> {
  return db.connection().execute(async (connection) => {
    await sql.raw(LIFT_TIME_LIMIT).execute(connection);
    try {
      const newer = await newerMigrations(connection);
      return newer.length > 0 ? { applied: [], newer } : { applied: await migrate(connection), newer };
    } finally {
      await sql.raw(RESTORE_TIME_LIMIT).execute(connection);
    }
  });
}

async function migrate(connection: Db): Promise<string[]> {
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find((result) => result.status === 'Error');
  if (error !== undefined) throw new MigrationError(failed?.migrationName, error);
  return results.map((result) => result.migrationName);
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

/** While a release is rolled out, its predecessor may start again on the schema that is already ahead of it. */
async function newerMigrations(connection: Db): Promise<readonly string[]> {
  const { pending, newer } = await inspectSchema(connection);
  return pending.length === 0 ? newer : [];
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (table.rows[0]?.found !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
