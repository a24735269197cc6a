import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** A migration. One that is not `isOnline` runs in a transaction of its own, and does only what takes a moment. */
export interface SchemaStep extends Migration {
  /** It runs outside of any transaction, beside work on the same tables, and may be begun again at any time. */
  readonly isOnline?: true;
}

/** What takes long on a large table, and need not keep anybody from it. */
export interface OnlineWork {
  /** What follows `create index NAME`, by the index's name: `on trips (fleet_id, ended_at)`. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Constraints that the migration before added `not valid`, by their table: rows from before are looked through. */
  readonly constraints?: Readonly<Record<string, readonly string[]>>;
}

/** Builds indexes and looks through constraints while others read and write the tables. */
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

/** An attempt that broke off leaves an index that nobody uses and everybody has to keep: it is built again. */
async function buildIndex(db: Kysely<unknown>, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid === true) return;
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create index concurrently ${name} ${definition}`).execute(db);
}
