import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * Drivers that a backfill comes back to after the others, and what the service refused of them so far. The release before knows
 * nothing of it, and stays with the driver at whom it is.
 */
export const backfillRefusals: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backfill_drivers add column put_off_until timestamptz, add column refused jsonb`.execute(
    db,
  );
}
