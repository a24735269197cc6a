import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/**
 * Digests: each run with what it says, the drivers it was made of, and who wants none any more. Their messages stand in
 * the ledger like any other.
 */
export const digests: Migration = { up };

/** The rest of it, on a table that is in use. */
export const digestsOnline = online({
  indexes: {
    deliveries_of_digest_run: 'on deliveries (fleet_id, digest_run_id) where digest_run_id is not null',
  },
  constraints: { deliveries: ['deliveries_kind_check', 'deliveries_fleet_id_digest_run_id_fkey'] },
});

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table digest_runs (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      digest_id text not null,
      version integer not null,
      period text not null check (period in ('day', 'week', 'month')),
      period_from text not null check (period_from ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      period_to text not null check (period_to ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      before_from text not null check (before_from ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      before_to text not null check (before_to ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      origin text not null check (origin in ('scheduled', 'on_demand', 'preview')),
      requested_by text,
      why text,
      only_to text[],
      document jsonb not null,
      state text not null check (state in ('gathering', 'sending', 'done', 'failed')),
      reason text,
      content jsonb,
      created_at timestamptz not null,
      settled_at timestamptz,
      unique (fleet_id, id)
    );
    create unique index digest_runs_scheduled_once on digest_runs (fleet_id, digest_id, period_to)
      where origin = 'scheduled';
    create index digest_runs_newest on digest_runs (fleet_id, digest_id, id);

    create table digest_drivers (
      fleet_id text not null,
      run_id bigint not null,
      range text not null check (range in ('now', 'before')),
      driver_id text not null,
      name text,
      groups text[] not null default '{}',
      score double precision,
      score_missing text check (score_missing in ('not_rated', 'not_known', 'unavailable')),
      hard_brake_rating double precision,
      phone_use_rating double precision,
      rapid_acceleration_rating double precision,
      overspeeding_rating double precision,
      trip_count integer,
      distance_km double precision,
      duration_seconds double precision,
      driver_start_date text,
      missing_sensors text[] not null default '{}',
      primary key (fleet_id, run_id, range, driver_id),
      foreign key (fleet_id, run_id) references digest_runs (fleet_id, id) on delete cascade
    );

    create table digest_unsubscribes (
      fleet_id text not null,
      digest_id text not null,
      address text not null check (address = lower(address)),
      created_at timestamptz not null,
      primary key (fleet_id, digest_id, address)
    );
  `.execute(db);

  await sql`
    alter table deliveries
      drop constraint deliveries_kind_check,
      add constraint deliveries_kind_check check (kind in ('alert', 'budget_notice', 'budget_summary',
        'incident_page', 'incident_note', 'deletion_request', 'digest')) not valid,
      add column digest_run_id bigint,
      add constraint deliveries_fleet_id_digest_run_id_fkey
        foreign key (fleet_id, digest_run_id) references digest_runs (fleet_id, id) not valid;
  `.execute(db);
}
