import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/**
 * What is forgotten, and what stays of it: hashes that stop a repeated notification from being told again, requests to
 * erase a driver, and counts. A trip and a snapshot note that their positions are gone, so that nobody looks twice.
 */
export const retention: Migration = { up };

/** The rest of it, on tables that are in use. */
export const retentionOnline = online({
  indexes: {
    trips_with_positions:
      'on trips (fleet_id, (coalesce(ended_at, first_announced_at))) where positions_gone_at is null',
    notifications_with_body: 'on notifications (fleet_id, received_at) where body is not null',
    audit_of_driver:
      "on audit (fleet_id, (details ->> 'driver_id')) where details ->> 'driver_id' is not null",
  },
});

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forgotten_trips (
      fleet_id text not null,
      trip_hash text not null,
      forgotten_at timestamptz not null,
      primary key (fleet_id, trip_hash)
    );
    create index forgotten_trips_by_age on forgotten_trips (fleet_id, forgotten_at);

    create table erased_drivers (
      fleet_id text not null,
      driver_hash text not null,
      erased_at timestamptz not null,
      primary key (fleet_id, driver_hash)
    );

    create table erasures (
      fleet_id text not null,
      id uuid not null,
      seq bigint generated always as identity,
      driver_hash text not null,
      driver_id text,
      state text not null check (state in ('running', 'done', 'refused')),
      reason text,
      who text not null,
      why text not null,
      removed jsonb not null default '{}',
      requested_at timestamptz not null,
      finished_at timestamptz,
      primary key (fleet_id, id)
    );
    create unique index erasures_newest on erasures (fleet_id, seq);
    create unique index erasures_one_at_work on erasures (fleet_id, driver_hash) where state = 'running';

    create table retention_counts (
      fleet_id text not null,
      what text not null,
      count bigint not null,
      last_at timestamptz not null,
      primary key (fleet_id, what)
    );
  `.execute(db);

  await sql`
    alter table trips add column positions_gone_at timestamptz;
    alter table trip_snapshots add column positions_gone_at timestamptz;
  `.execute(db);
}
