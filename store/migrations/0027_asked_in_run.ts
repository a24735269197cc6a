import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * The walk that asked for a trip last and did not get it: it does not ask again, however often it is taken up. The release before
 * knows nothing of it, and asks as before.
 */
export const askedInRun: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table service_trips add column asked_run_id bigint`.execute(db);
}
