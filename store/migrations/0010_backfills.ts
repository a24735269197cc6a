import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Backfills, and the drivers each of them goes through: what is done of one stands here, and nowhere else. */
export const backfills: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backfills (
      fleet_id text not null,
      id uuid not null,
      seq bigint generated always as identity,
      state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      from_date text not null check (from_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      to_date text not null check (to_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      alerts boolean not null,
      drivers_listed_at timestamptz,
      readings_until text,
      readings_kept integer not null default 0,
      calls bigint not null default 0,
      waiting_for text,
      error text,
      who text not null,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      primary key (fleet_id, id)
    );
    create unique index backfills_newest on backfills (fleet_id, seq);
    create unique index backfills_one_at_work on backfills (fleet_id) where state in ('waiting', 'running');

    create table backfill_drivers (
      fleet_id text not null,
      backfill_id uuid not null,
      driver_id text not null,
      found integer not null default 0,
      kept integer not null default 0,
      skipped integer not null default 0,
      problem_count integer not null default 0,
      problems jsonb not null default '[]',
      done_at timestamptz,
      primary key (fleet_id, backfill_id, driver_id),
      foreign key (fleet_id, backfill_id) references backfills on delete cascade
    );
    create index backfill_drivers_to_do on backfill_drivers (fleet_id, backfill_id, driver_id) where done_at is null;
  `.execute(db);
}
