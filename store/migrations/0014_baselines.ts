import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * A deletion changes the driver's scores: the score read after it is what later changes are counted from. And an attempt
 * at a deletion holds a claim, so that two never run at once.
 */
export const baselines: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deletions
      add column baseline_date text check (baseline_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      add column baseline_rated boolean,
      add column baseline_at timestamptz,
      add column claim integer not null default 0,
      add column claimed_at timestamptz;
    create index deletions_of_driver on deletions (fleet_id, driver_id, first_attempt_at)
      where first_attempt_at is not null;
    create index deliveries_of_deletion on deliveries (fleet_id, deletion_id) where deletion_id is not null;
  `.execute(db);
}
