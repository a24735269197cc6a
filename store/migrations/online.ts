import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** A migration. One that is not `isOnline` runs in a transaction of its own, and does only what takes a moment. */
export interface SchemaStep extends Migration {
  /** It runs outside of any transaction, beside work on the same tables, and may be begun again at any time. */
  readonly isOnline?: true;
}

/** A step that takes long on a large table and does not block others. */
export interface OnlineWork {
  /** What follows `create index NAME`, by the index's name: `on trips (fleet_id, ended_at)`. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Constraints that the migration before added `not valid`, by their table: existing rows are checked. */
  readonly constraints?: Readonly<Record<string, readonly string[]>>;
}

/** Builds indexes and validates constraints while others read and write the tables. */
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

/** An interrupted attempt leaves an invalid index, which no query uses and every write maintains: it is built again. */
async function buildIndex(db: Kysely<unknown>, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid === true) return;
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create index concurrently ${name} ${definition}`).execute(db);
}
