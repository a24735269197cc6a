import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * What the service says of a whole fleet: its groups with their drivers, and scores by date. A trip also notes since when it
 * adds to windows what it adds, because a late one is counted in the windows of those that were there before it.
 */
export const groups: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table group_refreshes (
      fleet_id text primary key,
      group_ids text[] not null default '{}',
      refreshed_at timestamptz,
      attempted_at timestamptz,
      attempt_open boolean not null default false
    );

    create table driver_groups (
      fleet_id text not null,
      driver_id text not null,
      groups text[] not null,
      seen_at timestamptz not null,
      primary key (fleet_id, driver_id)
    );

    create table score_readings (
      fleet_id text not null,
      group_id text not null default '',
      end_date text not null check (end_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      score double precision,
      reading jsonb,
      read_at timestamptz not null,
      primary key (fleet_id, group_id, end_date)
    );

    alter table trips add column window_hash text, add column window_since timestamptz;
  `.execute(db);
}
