import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/**
 * What the service itself says that it has: the walks through its lists, and every trip they met. A trip's row stays when the
 * trip goes upstream. And who announced a trip: a notification, or a walk that found it.
 */
export const coverage: Migration = { up };

/** The rest of it, on tables that are in use. */
export const coverageOnline = online({
  indexes: { notifications_received: "on notifications (fleet_id, received_at) where source = 'webhook'" },
  constraints: { trips: ['trips_announced_by_check'] },
});

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reconcile_fleets (
      fleet_id text primary key,
      since timestamptz not null
    );

    create table reconcile_runs (
      fleet_id text not null,
      id bigint generated always as identity,
      from_date text not null,
      to_date text not null,
      is_wide boolean not null,
      is_first boolean not null,
      state text not null default 'running' check (state in ('running', 'done', 'failed')),
      started_at timestamptz not null,
      drivers_listed_at timestamptz,
      finished_at timestamptz,
      trips_listed integer not null default 0,
      trips_started integer not null default 0,
      trips_gone integer not null default 0,
      problem text,
      primary key (fleet_id, id)
    );
    create index reconcile_runs_done on reconcile_runs (fleet_id, finished_at) where state = 'done';

    create table reconcile_drivers (
      fleet_id text not null,
      run_id bigint not null,
      driver_id text not null,
      done_at timestamptz,
      primary key (fleet_id, run_id, driver_id)
    );
    create index reconcile_drivers_next on reconcile_drivers (fleet_id, run_id, driver_id) where done_at is null;

    create table service_trips (
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      day text not null,
      is_history boolean not null,
      first_listed_at timestamptz not null,
      last_run_id bigint not null,
      started_at timestamptz,
      not_found_since timestamptz,
      gone_at timestamptz,
      primary key (fleet_id, driver_id, trip_id)
    );
    create index service_trips_of_day on service_trips (fleet_id, day);

    alter table trips
      add column announced_by text,
      add constraint trips_announced_by_check
        check (announced_by in ('webhook', 'replay', 'reconciler')) not valid;
  `.execute(db);
}
