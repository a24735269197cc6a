import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * How far the reading of a digest's drivers came, so that half a list is never taken for a whole one; and what share of a
 * driver's driving was at night and on highways, where the service says so.
 */
export const digestGathering: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table digest_runs add column gathered jsonb not null default '{}';
    alter table digest_drivers
      add column highway_ratio double precision,
      add column night_driving_fraction double precision;
  `.execute(db);
}
