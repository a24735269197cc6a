import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/**
 * Trials: a draft of a published document that runs in shadow beside it, under a version of its own. What it would have
 * told stands in a table of its own, so that nothing that counts alerts ever counts these.
 */
export const trials: Migration = { up };

/** The rest of it, on a table that is in use. */
export const trialsOnline = online({ constraints: { documents: ['documents_check'] } });

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table documents
      add column trial_version integer,
      add column trial_since timestamptz,
      add constraint documents_check
        check ((trial_version is null) = (trial_since is null)) not valid;
    alter table document_versions add column trial boolean not null default false;

    create table trial_alerts (
      fleet_id text not null,
      rule text not null,
      version integer not null,
      driver_id text not null,
      trip_id text not null,
      revision integer not null,
      severity text not null,
      at timestamptz not null,
      groups text[],
      passed_throttle boolean not null,
      passed_budget boolean not null,
      detail text,
      primary key (fleet_id, rule, version, driver_id, trip_id)
    );
    create index trial_alerts_by_time on trial_alerts (fleet_id, rule, version, at);
    create index trial_alerts_of_trip on trial_alerts (fleet_id, driver_id, trip_id);
  `.execute(db);
}
