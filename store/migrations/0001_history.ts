import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Creates the tables of backfills, of the service's lists of trips, and of removed data. */
export async function createHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backfills (
      fleet_id text not null,
      id uuid not null,
      seq bigint generated always as identity,
      state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      from_date text not null check (from_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      to_date text not null check (to_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      timezone text not null default 'UTC',
      alerts boolean not null,
      drivers_listed_at timestamptz,
      readings_until text,
      readings_stored integer not null default 0,
      calls bigint not null default 0,
      waiting_for text,
      error text,
      who text not null,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      primary key (fleet_id, id)
    );
    comment on column backfills.from_date is 'YYYY-MM-DD, days of the time zone, both included.';
    comment on column backfills.timezone is 'The time zone of the days: the fleet''s, or UTC.';
    comment on column backfills.alerts is 'Whether trips without a decision are decided and reported.';
    comment on column backfills.drivers_listed_at is 'Null until all drivers of the range are known.';
    comment on column backfills.readings_until is 'The last date whose readings are stored; null: none yet.';
    comment on column backfills.calls is 'Calls to the service, at least.';
    comment on column backfills.waiting_for is 'The obstacle that the backfill waits for, in words; null while it goes on.';
    -- The list, newest first.
    create unique index backfills_newest on backfills (fleet_id, seq);
    -- One at a time for each fleet.
    create unique index backfills_one_active on backfills (fleet_id) where state in ('waiting', 'running');

    -- The drivers of a backfill, with what was found.
    create table backfill_drivers (
      fleet_id text not null,
      backfill_id uuid not null,
      driver_id text not null,
      found integer not null default 0,
      stored integer not null default 0,
      skipped integer not null default 0,
      problem_count integer not null default 0,
      problems jsonb not null default '[]',
      done_at timestamptz,
      postponed_until timestamptz,
      refused jsonb,
      primary key (fleet_id, backfill_id, driver_id),
      foreign key (fleet_id, backfill_id) references backfills on delete cascade
    );
    comment on column backfill_drivers.found is 'Trips that were listed, stored, and stored before.';
    comment on column backfill_drivers.problems is 'The first of them.';
    comment on column backfill_drivers.postponed_until is
      'The earliest time to read the driver, after those without one; null: not deferred.';
    comment on column backfill_drivers.refused is 'What the service refused so far; null: nothing.';
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
      from_date text not null,
      to_date text not null,
      is_wide boolean not null,
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
    comment on column reconcile_runs.from_date is 'UTC dates, both included.';
    comment on column reconcile_runs.is_wide is 'Whether the run is the daily one over the long range.';
    comment on column reconcile_runs.is_first is 'The fleet''s first: trips that ended before it are history.';
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
      day text not null,
      is_history boolean not null,
      first_listed_at timestamptz not null,
      last_run_id bigint not null,
      recovered_at timestamptz,
      not_found_since timestamptz,
      gone_at timestamptz,
      scores_hash text,
      scores_listed_at timestamptz,
      scores_checked_at timestamptz,
      reread_at timestamptz,
      requested_run_id bigint,
      primary key (fleet_id, driver_id, trip_id)
    );
    comment on column service_trips.day is 'The UTC date on which it began, as the service counts.';
    comment on column service_trips.is_history is 'Whether it ended before the fleet was reconciled.';
    comment on column service_trips.last_run_id is 'The run that found it last.';
    comment on column service_trips.recovered_at is 'When a run began its way, because no notification had.';
    comment on column service_trips.not_found_since is 'The time since which the service reports that it has no such trip.';
    comment on column service_trips.scores_hash is 'Fingerprint of the scores that the list showed when they were compared last.';
    comment on column service_trips.scores_listed_at is 'When the list first showed these, if the trip was checked for them.';
    comment on column service_trips.scores_checked_at is 'When it was checked for them last.';
    comment on column service_trips.reread_at is 'When it was read a second time, for events that the service found late.';
    comment on column service_trips.requested_run_id is 'The run that last requested it and did not get it.';
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
      state text not null check (state in ('running', 'done', 'refused')),
      reason text,
      who text not null,
      why text not null,
      removed jsonb not null default '{}',
      requested_at timestamptz not null,
      finished_at timestamptz,
      primary key (fleet_id, id)
    );
    comment on column erasures.driver_id is 'Null as soon as it is over.';
    comment on column erasures.state is 'refused: an incident or a deletion of the driver was open.';
    comment on column erasures.reason is 'Why it was refused.';
    comment on column erasures.who is 'Name of the token.';
    comment on column erasures.removed is 'The numbers of removed rows, by kind.';
    -- The list, newest first.
    create unique index erasures_newest on erasures (fleet_id, seq);
    -- One at a time for each driver.
    create unique index erasures_one_running on erasures (fleet_id, driver_hash) where state = 'running';

    -- How much a fleet's retention has removed so far, for the metrics.
    create table retention_counts (
      fleet_id text not null,
      category text not null,
      count bigint not null,
      last_at timestamptz not null,
      primary key (fleet_id, category)
    );
    comment on column retention_counts.category is 'The kind of what was removed; runs: the number of completed runs.';
  `.execute(db);
}
