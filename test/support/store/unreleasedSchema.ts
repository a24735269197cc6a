import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Db } from '../../../store/db/index.ts';

const DUMP = fileURLToPath(new URL('../../store/upgrade/beforeFirstRelease.sql', import.meta.url));

/** Replaces everything in a database with what a version from before the first release left. */
export async function leaveUnreleasedSchema(db: Db): Promise<void> {
  await sql`drop schema public cascade; create schema public`.execute(db);
  await sql.raw(readFileSync(DUMP, 'utf8')).execute(db);
}

/** Returns the content that a refusal leaves unchanged: every table with the number of its columns, and the migrations. */
export async function unreleasedContent(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select table_name as name, count(*)::int as count from information_schema.columns
    where table_schema = 'public' group by table_name
    union all
    select name, 0 from kysely_migration
    union all
    select fleet_id, 0 from fleets
    order by name`.execute(db);
  return rows;
}
