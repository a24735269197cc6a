import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * When the list first showed the scores that were compared last, and when the trip was looked at for them last: a trip that still
 * shows the old ones is looked at again. The release before knows nothing of them, and looks once, as before.
 */
export const scoresLooked: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table service_trips
      add column scores_listed_at timestamptz,
      add column scores_looked_at timestamptz;
  `.execute(db);
}
