import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/**
 * A deletion changes the driver's scores: the score read after it is what later changes are counted from. And an attempt
 * at a deletion holds a claim, so that two never run at once.
 */
export const baselines: Migration = { up };

/** The rest of it, on tables that are in use. */
export const baselinesOnline = online({
  indexes: {
    deletions_of_driver:
      'on deletions (fleet_id, driver_id, first_attempt_at) where first_attempt_at is not null',
    deliveries_of_deletion: 'on deliveries (fleet_id, deletion_id) where deletion_id is not null',
  },
  constraints: { deletions: ['deletions_baseline_date_check'] },
});

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deletions
      add column baseline_date text,
      add constraint deletions_baseline_date_check
        check (baseline_date ~ '^\\d{4}-\\d{2}-\\d{2}$') not valid,
      add column baseline_rated boolean,
      add column baseline_at timestamptz,
      add column claim integer not null default 0,
      add column claimed_at timestamptz;
  `.execute(db);
}
