import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * The claim whose message has not begun to leave yet. A worker that dies between its claim and then leaves no doubt behind.
 * The release before knows nothing of it: its claims carry a number that does not stand here, and are in doubt as before.
 */
export const sendingBegun: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column unbegun_attempt integer`.execute(db);
}
