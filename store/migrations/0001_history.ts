import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Backfills, the service's lists of trips, and what was removed. */
export async function createHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backfills (
      fleet_id text not null,
      id uuid not null,
      seq bigint generated always as identity,
      state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      -- Days of the time zone, both included.
      from_date text not null check (from_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      to_date text not null check (to_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      timezone text not null default 'UTC',
      -- Whether trips without a decision are decided, and alerts sent.
      alerts boolean not null,
      -- Null until all drivers of the range are known.
      drivers_listed_at timestamptz,
      -- The last date whose readings are stored; null: none yet.
      readings_until text,
      readings_stored integer not null default 0,
      -- Calls to the service, at least.
      calls bigint not null default 0,
      -- Why it waits or failed; null otherwise.
      waiting_for text,
      error text,
      who text not null,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      primary key (fleet_id, id)
    );
    -- The list, newest first.
    create unique index backfills_newest on backfills (fleet_id, seq);
    -- One at a time for each fleet.
    create unique index backfills_one_active on backfills (fleet_id) where state in ('waiting', 'running');

    -- The drivers of a backfill, with what was found.
    create table backfill_drivers (
      fleet_id text not null,
      backfill_id uuid not null,
      driver_id text not null,
      -- Trips that were listed, stored, and stored before.
      found integer not null default 0,
      stored integer not null default 0,
      skipped integer not null default 0,
      problem_count integer not null default 0,
      -- The first of them.
      problems jsonb not null default '[]',
      done_at timestamptz,
      -- Earliest time of the next attempt; drivers without a value come first.
      postponed_until timestamptz,
      -- What the service refused so far; null: nothing.
      refused jsonb,
      primary key (fleet_id, backfill_id, driver_id),
      foreign key (fleet_id, backfill_id) references backfills on delete cascade
    );
    -- The drivers that are left.
    create index backfill_drivers_pending on backfill_drivers (fleet_id, backfill_id, driver_id) where done_at is null;
  `.execute(db);

  await sql`
    -- Since when a fleet's trips are compared with the service's lists: trips that ended before are history.
    create table reconcile_fleets (
      fleet_id text primary key,
      since timestamptz not null
    );

    -- Reconciliation runs through the service's lists.
    create table reconcile_runs (
      fleet_id text not null,
      id bigint generated always as identity,
      -- UTC dates, both included.
      from_date text not null,
      to_date text not null,
      -- The long range, once a day.
      is_wide boolean not null,
      -- The fleet's first: trips that ended before it are history.
      is_first boolean not null,
      state text not null default 'running' check (state in ('running', 'done', 'failed')),
      started_at timestamptz not null,
      drivers_listed_at timestamptz,
      finished_at timestamptz,
      trips_listed integer not null default 0,
      trips_recovered integer not null default 0,
      trips_gone integer not null default 0,
      problem text,
      primary key (fleet_id, id)
    );
    -- The newest run that ended well.
    create index reconcile_runs_done on reconcile_runs (fleet_id, finished_at) where state = 'done';

    -- The drivers of a run.
    create table reconcile_drivers (
      fleet_id text not null,
      run_id bigint not null,
      driver_id text not null,
      done_at timestamptz,
      primary key (fleet_id, run_id, driver_id)
    );
    -- The drivers that are left.
    create index reconcile_drivers_next on reconcile_drivers (fleet_id, run_id, driver_id) where done_at is null;

    -- Every trip that the service listed. The row stays when the trip is gone.
    create table service_trips (
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      -- The UTC date on which it began, as the service counts.
      day text not null,
      -- It ended before reconcile_fleets.since.
      is_history boolean not null,
      first_listed_at timestamptz not null,
      -- The run whose lists held it last.
      last_run_id bigint not null,
      -- When a run recovered it, because no notification had arrived.
      recovered_at timestamptz,
      -- Since when the service answers that there is no such trip.
      not_found_since timestamptz,
      gone_at timestamptz,
      -- Hash of the scores that the list showed when they were compared last, and when it first showed them.
      scores_hash text,
      scores_listed_at timestamptz,
      -- When the trip was read because of these scores.
      scores_checked_at timestamptz,
      -- When it was read a second time, for events that the service found late.
      reread_at timestamptz,
      -- The run that last requested the trip by its id.
      requested_run_id bigint,
      primary key (fleet_id, driver_id, trip_id)
    );
    -- The trips of a range: coverage, and those that a run did not meet.
    create index service_trips_of_day on service_trips (fleet_id, day);
    -- Trips that were not read a second time.
    create index service_trips_to_reread on service_trips (fleet_id, day) where reread_at is null;
  `.execute(db);

  await sql`
    -- Trips that were removed: a hash, so that a repeated notification sends nothing again.
    create table trip_tombstones (
      fleet_id text not null,
      trip_hash text not null,
      removed_at timestamptz not null,
      primary key (fleet_id, trip_hash)
    );
    -- Tombstones that have expired.
    create index trip_tombstones_by_age on trip_tombstones (fleet_id, removed_at);

    -- Drivers who were erased: trips from before that are not stored again.
    create table erased_drivers (
      fleet_id text not null,
      driver_hash text not null,
      erased_at timestamptz not null,
      primary key (fleet_id, driver_hash)
    );

    -- Erasure requests. Who, when and why stay; the driver's id only until the erasure ends.
    create table erasures (
      fleet_id text not null,
      id uuid not null,
      seq bigint generated always as identity,
      driver_hash text not null,
      driver_id text,
      -- refused: an incident or a deletion of the driver was open.
      state text not null check (state in ('running', 'done', 'refused')),
      reason text,
      who text not null,
      why text not null,
      -- How many rows were removed, by what they were.
      removed jsonb not null default '{}',
      requested_at timestamptz not null,
      finished_at timestamptz,
      primary key (fleet_id, id)
    );
    -- The list, newest first.
    create unique index erasures_newest on erasures (fleet_id, seq);
    -- One at a time for each driver.
    create unique index erasures_one_running on erasures (fleet_id, driver_hash) where state = 'running';

    -- How much a fleet's retention has removed so far, for the metrics.
    create table retention_counts (
      fleet_id text not null,
      -- What was removed; runs: how many runs ended.
      category text not null,
      count bigint not null,
      last_at timestamptz not null,
      primary key (fleet_id, category)
    );
  `.execute(db);
}
