import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Creates the tables of the service's data: notifications, trips with events and paths, readings, scores and groups. */
export async function createTrips(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Every notification that was accepted, and requests that stand for one.
    create table notifications (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text,
      trip_id text,
      type text not null,
      version double precision,
      received_at timestamptz not null,
      source text not null check (source in ('webhook', 'replay', 'reconciler')),
      workflow_id text,
      body jsonb
    );
    comment on column notifications.driver_id is 'Null: a type without a trip.';
    comment on column notifications.body is 'All of it for an unknown type; for TRIP_SCORED the data, until the trip was read.';
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
      count integer not null default 1,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      content_type text,
      body bytea not null,
      body_bytes integer not null,
      unique (fleet_id, content_hash)
    );
    comment on column dead_letters.count is 'The number of times that the same content came.';
    comment on column dead_letters.body is 'The beginning of the content; body_bytes is its whole length.';
    -- The list, newest first.
    create index dead_letters_newest on dead_letters (fleet_id, id);
  `.execute(db);

  await sql`
    -- One row for each trip that is known. Trip ids repeat across drivers.
    create table trips (
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      seq bigint generated always as identity,
      state text not null check (state in ('waiting', 'decided', 'parked', 'deleted', 'gone')),
      state_reason text,
      revision integer not null default 0,
      not_matched text[] not null default '{}',
      content_hash text,
      workflow_id text,
      distance_km double precision,
      duration_seconds double precision,
      max_speed_kmph double precision,
      start_time text,
      end_time text,
      tracking_id text,
      session_id text,
      insurance_period text,
      score double precision,
      score_unrated boolean not null default false,
      ratings jsonb,
      extra jsonb,
      problems jsonb,
      events_known boolean not null default false,
      events_unread boolean not null default false,
      path_points integer,
      speed_samples integer,
      first_received_at timestamptz not null,
      stored_at timestamptz,
      decided_at timestamptz,
      ended_at timestamptz,
      clock_ahead_seconds double precision,
      window_hash text,
      window_since timestamptz,
      received_from text check (received_from in ('webhook', 'replay', 'reconciler')),
      positions_removed_at timestamptz,
      primary key (fleet_id, driver_id, trip_id)
    );
    comment on column trips.seq is 'The order in which trips became known, for lists.';
    comment on column trips.state is 'deleted: by Tripline, final. gone: the service has no such trip any more.';
    comment on column trips.revision is 'The revision of the newest decision; 0: none.';
    comment on column trips.not_matched is
      'The rules that it did not match, for the runs of rules that alert when they become true.';
    comment on column trips.content_hash is 'Hash of what the service answered; null: not read yet.';
    comment on column trips.start_time is 'As the service writes them, with the trip''s own offset.';
    comment on column trips.score_unrated is
      'The service answered that there is no score; false and no score: it answered nothing about one.';
    comment on column trips.extra is 'Fields of the service''s answer that have no column.';
    comment on column trips.problems is 'Parts of the answer that could not be read.';
    comment on column trips.events_known is 'False: the answer had no events section, so counts are unknown and not 0.';
    comment on column trips.events_unread is 'Whether some event has an unreadable type, so that event counts are lower bounds.';
    comment on column trips.path_points is 'The numbers of points of the path and of samples of the speed profile.';
    comment on column trips.first_received_at is 'When the trip became known, by whatever made it known.';
    comment on column trips.stored_at is 'When its content was stored last; null: not read yet.';
    comment on column trips.ended_at is
      'end_time as an instant: the place among the driver''s trips. Null: not known, or the device''s clock was ahead.';
    comment on column trips.clock_ahead_seconds is
      'Seconds by which end_time lies after the receipt, where that is more than 15 minutes; null: it does not.';
    comment on column trips.window_hash is
      'Hash of what the trip adds to windows, and since when it adds that; null: not read yet.';
    comment on column trips.received_from is 'The source that announced the trip; null: a backfill.';
    comment on column trips.positions_removed_at is 'When its positions were removed; null: not removed.';
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
      trip_ended_at timestamptz,
      primary key (fleet_id, driver_id, trip_id, position),
      foreign key (fleet_id, driver_id, trip_id) references trips on delete cascade
    );
    comment on column trip_events.trip_ended_at is 'The trip''s ended_at, so that windows are counted on this table alone.';
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
      group_id text not null default '',
      end_date text not null check (end_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      score double precision,
      reading jsonb,
      read_at timestamptz not null,
      primary key (fleet_id, group_id, end_date)
    );
    comment on column score_readings.group_id is 'Empty: the whole fleet.';
    comment on column score_readings.reading is 'Null: the service has no such reading.';

    -- When a fleet's groups were read, and whose attempt is under way.
    create table group_refreshes (
      fleet_id text primary key,
      group_ids text[] not null default '{}',
      refreshed_at timestamptz,
      begun_at timestamptz,
      attempted_at timestamptz,
      attempt_open boolean not null default false
    );
    comment on column group_refreshes.group_ids is 'All groups of the fleet, those without drivers included.';
    comment on column group_refreshes.refreshed_at is 'When the fleet''s groups were last read to the end.';
    comment on column group_refreshes.begun_at is 'When that reading began: it holds the drivers whom the service knew by then.';
    comment on column group_refreshes.attempted_at is
      'When someone last began to read them, or said to be still at it; while it is open it marks whose attempt it is.';
    comment on column group_refreshes.attempt_open is 'Whether that one has not said yet how it went.';

    -- The groups of each driver.
    create table driver_groups (
      fleet_id text not null,
      driver_id text not null,
      groups text[] not null,
      seen_at timestamptz not null,
      primary key (fleet_id, driver_id)
    );
    comment on column driver_groups.groups is 'Empty: the driver was looked up in a fresh list and is in no group.';

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
