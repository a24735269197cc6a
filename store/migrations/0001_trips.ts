import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The service's data: notifications, trips with events and paths, readings, scores and groups. */
export async function createTrips(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Every notification that was accepted, and requests that stand for one.
    create table notifications (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      -- Null: a type without a trip.
      driver_id text,
      trip_id text,
      type text not null,
      version double precision,
      received_at timestamptz not null,
      source text not null check (source in ('webhook', 'replay', 'reconciler')),
      workflow_id text,
      -- Of an unknown type all of it; of TRIP_SCORED the data, until the trip was read.
      body jsonb
    );
    -- The list, newest first.
    create index notifications_newest on notifications (fleet_id, id);
    -- Those of the types that are rare.
    create index notifications_of_type on notifications (fleet_id, type, id) where type <> 'TRIP_SCORED';
    -- The notifications of one trip.
    create index notifications_of_trip on notifications (fleet_id, driver_id, trip_id);
    -- A workflow records the notification that started it once.
    create unique index notifications_once on notifications (fleet_id, workflow_id, received_at)
      where workflow_id is not null;
    -- How many came in which hour, to notice when they stop.
    create index notifications_received on notifications (fleet_id, received_at) where source = 'webhook';
    -- Bodies that have expired, to remove them.
    create index notifications_with_body on notifications (fleet_id, received_at) where body is not null;

    -- Malformed notifications, one row for each content.
    create table dead_letters (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      content_hash text not null,
      reason text not null,
      -- How often the same content came.
      count integer not null default 1,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      content_type text,
      -- The beginning of the content; body_bytes is its whole length.
      body bytea not null,
      body_bytes integer not null,
      unique (fleet_id, content_hash)
    );
    -- The list, newest first.
    create index dead_letters_newest on dead_letters (fleet_id, id);
  `.execute(db);

  await sql`
    -- One row for each trip that is known. Trip ids repeat across drivers.
    create table trips (
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      -- The order in which trips became known, for lists.
      seq bigint generated always as identity,
      -- deleted: by Tripline, final. gone: the service has no such trip any more.
      state text not null check (state in ('waiting', 'decided', 'parked', 'deleted', 'gone')),
      state_reason text,
      -- Of the newest decision; 0: none.
      revision integer not null default 0,
      -- The rules that it did not match, for the runs of rules that alert when they become true.
      not_matched text[] not null default '{}',
      -- Hash of what the service answered; null: not read yet.
      content_hash text,
      workflow_id text,
      distance_km double precision,
      duration_seconds double precision,
      max_speed_kmph double precision,
      -- As the service writes them, with the trip's own offset.
      start_time text,
      end_time text,
      tracking_id text,
      session_id text,
      insurance_period text,
      score double precision,
      -- The service answered that there is no score; false and no score: it answered nothing about one.
      score_unrated boolean not null default false,
      ratings jsonb,
      -- Fields of the service's answer that have no column.
      extra jsonb,
      -- Parts of the answer that could not be read.
      problems jsonb,
      -- False: the answer had no events section, so counts are unknown and not 0.
      events_known boolean not null default false,
      -- The type of some event could not be read, so counts are lower bounds.
      events_unread boolean not null default false,
      -- How many points the path, and how many samples the speed profile has.
      path_points integer,
      speed_samples integer,
      -- When the trip became known, by whatever made it known.
      first_received_at timestamptz not null,
      -- When its content was stored last; null: not read yet.
      stored_at timestamptz,
      decided_at timestamptz,
      -- end_time as an instant: the place among the driver's trips. Null: not known, or the device's clock was ahead.
      ended_at timestamptz,
      -- By how much end_time lies after the receipt, where that is more than 15 minutes; null: it does not.
      clock_ahead_seconds double precision,
      -- Hash of what the trip adds to windows, and since when it adds that; null: not read yet.
      window_hash text,
      window_since timestamptz,
      -- What made it known; null: a backfill.
      received_from text check (received_from in ('webhook', 'replay', 'reconciler')),
      -- When its positions were removed; null: not removed.
      positions_removed_at timestamptz,
      primary key (fleet_id, driver_id, trip_id)
    );
    -- The list, newest first.
    create unique index trips_newest on trips (fleet_id, seq);
    -- The list of a period, by the trips' ends.
    create index trips_by_time on trips (fleet_id, (coalesce(ended_at, first_received_at)), seq);
    -- The few that ended otherwise than decided.
    create index trips_not_decided on trips (fleet_id, state, seq) where state in ('parked', 'deleted', 'gone');
    -- The few whose device's clock was ahead.
    create index trips_clock_ahead on trips (fleet_id, seq) where clock_ahead_seconds is not null;
    -- Those of a session of the app, or of a recording that was started by hand.
    create index trips_of_session on trips (fleet_id, session_id, seq) where session_id is not null;
    create index trips_of_tracking on trips (fleet_id, tracking_id, seq) where tracking_id is not null;
    -- A driver's windows, and the runs of a rule's matches.
    create index trips_of_driver_by_end on trips (fleet_id, driver_id, ended_at);
    -- Back-tests and coverage by the trips' ends.
    create index trips_by_end on trips (fleet_id, ended_at);
    -- What is new, for the feed; trips that have expired.
    create index trips_by_first_receipt on trips (fleet_id, first_received_at);
    -- A driver's most recently stored trip.
    create index trips_window_order on trips (fleet_id, driver_id, window_since);
    -- Trips whose positions have expired.
    create index trips_with_positions on trips (fleet_id, first_received_at)
      where positions_removed_at is null;

    -- The events of each trip, in the service's order.
    create table trip_events (
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      position integer not null,
      type_code double precision,
      type_name text,
      start_time text,
      end_time text,
      duration_seconds double precision,
      latitude_start double precision,
      longitude_start double precision,
      latitude_end double precision,
      longitude_end double precision,
      average_driver_speed_kmph double precision,
      max_driver_speed_kmph double precision,
      posted_speed_limit_kmph double precision,
      extra jsonb not null,
      -- The trip's ended_at, so that windows are counted on this table alone.
      trip_ended_at timestamptz,
      primary key (fleet_id, driver_id, trip_id, position),
      foreign key (fleet_id, driver_id, trip_id) references trips on delete cascade
    );
    -- Events of a type in a driver's window.
    create index trip_events_of_driver on trip_events (fleet_id, driver_id, trip_ended_at, type_name, type_code);

    -- Where and how fast each trip went: removed sooner than the trip.
    create table trip_paths (
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      path jsonb,
      speed_profile jsonb,
      primary key (fleet_id, driver_id, trip_id),
      foreign key (fleet_id, driver_id, trip_id) references trips on delete cascade
    );
  `.execute(db);

  await sql`
    -- A driver's scores and figures as of a UTC date.
    create table driver_readings (
      fleet_id text not null,
      driver_id text not null,
      end_date text not null check (end_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      score double precision,
      reading jsonb not null,
      read_at timestamptz not null,
      primary key (fleet_id, driver_id, end_date)
    );

    -- Scores of the fleet and of its groups as of a UTC date.
    create table score_readings (
      fleet_id text not null,
      -- Empty: the whole fleet.
      group_id text not null default '',
      end_date text not null check (end_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      score double precision,
      -- Null: the service has no such reading.
      reading jsonb,
      read_at timestamptz not null,
      primary key (fleet_id, group_id, end_date)
    );

    -- When a fleet's groups were read, and whose attempt is under way.
    create table group_refreshes (
      fleet_id text primary key,
      -- All groups, those without drivers included.
      group_ids text[] not null default '{}',
      -- When they were last read to the end, and when that reading began: it holds the drivers who were known by then.
      refreshed_at timestamptz,
      begun_at timestamptz,
      -- When the newest attempt began or last reported; while it is open, this names it.
      attempted_at timestamptz,
      attempt_open boolean not null default false
    );

    -- The groups of each driver.
    create table driver_groups (
      fleet_id text not null,
      driver_id text not null,
      -- Empty: looked up in a fresh list, and in no group.
      groups text[] not null,
      seen_at timestamptz not null,
      primary key (fleet_id, driver_id)
    );

    -- The directory: what a fleet uploaded about its drivers as people. Null: nothing is said of that field.
    create table driver_directory (
      fleet_id text not null,
      driver_id text not null,
      name text,
      phone text,
      email text,
      vehicle text,
      license_plate text,
      employee_number text,
      manager_email text,
      region text,
      language text,
      updated_at timestamptz not null,
      primary key (fleet_id, driver_id)
    );
  `.execute(db);
}
