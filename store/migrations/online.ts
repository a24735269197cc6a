import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** A migration. Unless it is `isOnline`, it runs in its own transaction and takes only a moment. */
export interface SchemaStep extends Migration {
  /**
   * Set if the migration runs outside of a transaction, while the tables are in use. It can be interrupted and repeated at any
   * time.
   */
  readonly isOnline?: true;
}

/** Work that takes long on a large table without blocking others. */
export interface OnlineWork {
  /** Indexes to build, by name. The value follows `create index NAME`: `on trips (fleet_id, ended_at)`. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Names of constraints to validate for existing rows, by table. The previous migration added them as `not valid`. */
  readonly constraints?: Readonly<Record<string, readonly string[]>>;
}

/** Returns a migration that builds indexes and validates constraints while the tables are in use. */
export function online({ indexes = {}, constraints = {} }: OnlineWork): SchemaStep {
  return {
    isOnline: true,
    async up(db: Kysely<unknown>) {
      for (const [name, definition] of Object.entries(indexes)) await buildIndex(db, name, definition);
      for (const [table, names] of Object.entries(constraints))
        for (const name of names)
          await sql.raw(`alter table ${table} validate constraint ${name}`).execute(db);
    },
  };
}

/**
 * Builds an index concurrently. First drops the invalid index of an interrupted attempt, because no query uses it but every write
 * maintains it.
 */
async function buildIndex(db: Kysely<unknown>, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid === true) return;
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create index concurrently ${name} ${definition}`).execute(db);
}
