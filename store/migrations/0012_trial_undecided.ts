import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * Trips that a rule on trial, or the version beside it, could not decide or failed on: a comparison of what both told
 * says little where one of them could not say anything.
 */
export const trialUndecided: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trial_undecided (
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      rule text not null,
      version integer not null,
      outcome text not null check (outcome in ('unknown', 'failed')),
      at timestamptz not null,
      primary key (fleet_id, driver_id, trip_id, rule, version)
    );
    create index trial_undecided_by_time on trial_undecided (fleet_id, rule, version, at);
  `.execute(db);
}
