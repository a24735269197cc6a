import { setTimeout as pause } from 'node:timers/promises';
import { Migrator, sql } from 'kysely';
import { MIGRATIONS } from '../../migrations/index.ts';
import type { SchemaStep } from '../../migrations/index.ts';
import { LIFT_TIME_LIMIT, RESTORE_TIME_LIMIT } from './pool.ts';
import type { Db } from './schema.ts';

/** The result of a migration run. */
export interface MigrationReport {
  /** Names of the migrations applied just now, in order. */
  readonly applied: readonly string[];
  /** Names the database knows and this release does not: a newer release was here, and is expected to tolerate us. */
  readonly newer: readonly string[];
}

/** The state of a schema compared with this release. */
export interface SchemaState {
  /** Names of the migrations the database has seen, in order. */
  readonly applied: readonly string[];
  /** Names of the migrations that are still to be applied, in order. */
  readonly pending: readonly string[];
  /** Names the database knows and this release does not. */
  readonly newer: readonly string[];
}

/** Migrations by their name, in order. */
export type SchemaSteps = Readonly<Record<string, SchemaStep>>;

/** Thrown when the database has migrations that no release has, from before the first release. The database was not changed. */
export class UnreleasedSchemaError extends Error {
  constructor(applied: readonly string[]) {
    super(
      `It was made by a version of Tripline from before the first release (migrations ${applied[0]} to ${applied.at(-1)}), which this release cannot read. Nothing was changed.`,
    );
    this.name = 'UnreleasedSchemaError';
  }
}

/** The longest wait of a migration for a table's lock, because all later statements on the table queue behind it. */
const LOCK_WITHIN = '2s';

/**
 * Brings the schema up to date, one migration after the other. Several processes may start at once: one migrates and the
 * others wait for as long as that takes.
 * @param steps another release's, in tests
 * @throws MigrationError saying what happened, what remains of it, and what to do; UnreleasedSchemaError
 */
export async function migrateToLatest(db: Db, steps: SchemaSteps = MIGRATIONS): Promise<MigrationReport> {
  const { pending, newer } = await inspectSchema(db, steps);
  // While a release is rolled out, its predecessor may start again on the schema that is already ahead of it.
  if (pending.length === 0) return { applied: [], newer };
  return withMigrationLock(db, async (connection) => {
    const applied: string[] = [];
    for (const name of (await inspectSchema(connection, steps)).pending) {
      await apply(connection, { name, steps, before: applied });
      applied.push(name);
    }
    return { applied, newer: [] };
  });
}

interface Step {
  readonly name: string;
  readonly steps: SchemaSteps;
  /** The migrations of this run that are applied already. */
  readonly before: readonly string[];
}

async function apply(connection: Db, { name, steps, before }: Step): Promise<void> {
  const isOnline = steps[name]?.isOnline ?? false;
  // An online migration may wait for locks without a limit, because it blocks no other statement.
  await sql`select set_config('lock_timeout', ${isOnline ? '0' : LOCK_WITHIN}, false)`.execute(connection);
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: () => Promise.resolve({ ...steps }) },
    disableTransactions: isOnline,
    // What is online may be named after the migration that it completes, between two that were applied long ago.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateTo(name);
  if (error !== undefined) throw new MigrationError({ migration: name, isOnline, applied: before }, error);
}

/**
 * Says how the schema compares with the release's, and changes nothing.
 * @param steps another release's, in tests
 * @throws UnreleasedSchemaError
 */
export async function inspectSchema(db: Db, steps: SchemaSteps = MIGRATIONS): Promise<SchemaState> {
  const applied = await appliedMigrations(db);
  const names = Object.keys(steps);
  // Every release begins with the first one's schema.
  if (applied.length > 0 && !applied.includes(names[0]!)) throw new UnreleasedSchemaError(applied);
  return {
    applied,
    pending: names.filter((name) => !applied.includes(name)),
    newer: applied.filter((name) => !(name in steps)),
  };
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (table.rows[0]?.found !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** SQLSTATEs of a lock that did not come in time, and of two that waited for each other. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

/** A failed migration, and the migrations applied before it. */
interface Failure {
  readonly migration: string;
  readonly isOnline: boolean;
  /** Names applied just before, which stay. */
  readonly applied: readonly string[];
}

/** Thrown when the schema could not be brought up to date. What was applied before stays; of the failed one nothing does. */
class MigrationError extends Error {
  constructor({ migration, isOnline, applied }: Failure, cause: unknown) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    const before = applied.length === 0 ? '' : ` Applied before it: ${applied.join(', ')}.`;
    super(
      `The database could not be migrated (${migration}): ${reason}. ${isOnline ? ONLINE : UNDONE}${before} ${remedy(cause)}`,
      { cause },
    );
    this.name = 'MigrationError';
  }
}

const UNDONE = 'It was rolled back, and the previous release keeps working.';
const ONLINE =
  'Other processes keep reading and writing, its progress stays, and the previous release keeps working.';

function remedy(cause: unknown): string {
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' && IN_THE_WAY.has(code)
    ? 'A long transaction held a table that it needs; it is retried. If that lasts, find the transaction in pg_stat_activity (the oldest xact_start) and end it.'
    : 'Fix the reported problem, then start this release again: it continues from there. No backup needs to be restored.';
}

/** An arbitrary number that no other advisory lock uses. */
const LOCK = sql.lit('7420116953304817265');
const ASK_AGAIN_MS = 250;
/** The longest idle time of a session with the lock: PostgreSQL then ends it. The time of its own work is not idle time. */
const IDLE_AT_MOST = '60s';

/**
 * Runs `work` on a connection that holds the lock of all migrations, without limits of time, and puts the limits back. Polls
 * while the lock is taken, because a concurrent index build would wait for a statement that itself waits for the lock.
 */
function withMigrationLock<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql.raw(LIFT_TIME_LIMIT).execute(connection);
    await limitIdleness(connection);
    try {
      while (!(await isTaken(connection))) await pause(ASK_AGAIN_MS);
      return await work(connection);
    } finally {
      await putBack(connection);
    }
  });
}

async function isTaken(connection: Db): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_lock(${LOCK}::bigint) as taken`.execute(connection);
  return rows[0]?.taken === true;
}

/** Sets the idle limit of the session. PostgreSQL before 14 does not know the setting, and runs without the limit. */
async function limitIdleness(connection: Db): Promise<void> {
  await sql`select set_config(name, ${IDLE_AT_MOST}, false) from pg_settings
    where name = 'idle_session_timeout'`.execute(connection);
}

/**
 * Releases the lock and restores the limits. Ignores errors: a lost connection has lost all of this too, and the earlier error
 * is the one to report.
 */
async function putBack(connection: Db): Promise<void> {
  const gone = (): void => undefined;
  await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(connection).catch(gone);
  for (const name of ['lock_timeout', 'idle_session_timeout'])
    await sql`select set_config(name, reset_val, false) from pg_settings where name = ${name}`
      .execute(connection)
      .catch(gone);
  await sql.raw(RESTORE_TIME_LIMIT).execute(connection).catch(gone);
}
