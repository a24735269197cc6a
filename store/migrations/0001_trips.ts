import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** What the service told us: notifications, trips with events and paths, readings, and what could not be read. */
export const trips: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fleets (
      fleet_id text primary key,
      name text not null,
      timezone text not null,
      updated_at timestamptz not null
    );

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
    create index notifications_newest on notifications (fleet_id, id);
    create index notifications_of_trip on notifications (fleet_id, driver_id, trip_id);
    create unique index notifications_once on notifications (fleet_id, workflow_id, received_at)
      where workflow_id is not null;

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
    create index dead_letters_newest on dead_letters (fleet_id, id);
  `.execute(db);

  await sql`
    create table trips (
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      seq bigint generated always as identity,
      state text not null check (state in ('waiting', 'decided', 'parked', 'deleted', 'gone')),
      state_reason text,
      revision integer not null default 0,
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
      path_points integer,
      speed_samples integer,
      first_announced_at timestamptz not null,
      kept_at timestamptz,
      decided_at timestamptz,
      ended_at timestamptz,
      primary key (fleet_id, driver_id, trip_id)
    );
    create unique index trips_newest on trips (fleet_id, seq);
    create index trips_of_driver_by_end on trips (fleet_id, driver_id, ended_at);
    create index trips_by_announcement on trips (fleet_id, first_announced_at);

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
    create index trip_events_of_driver on trip_events (fleet_id, driver_id, trip_ended_at, type_name, type_code);

    create table trip_paths (
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      path jsonb,
      speed_profile jsonb,
      primary key (fleet_id, driver_id, trip_id),
      foreign key (fleet_id, driver_id, trip_id) references trips on delete cascade
    );

    create table driver_readings (
      fleet_id text not null,
      driver_id text not null,
      end_date text not null check (end_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      score double precision,
      reading jsonb not null,
      read_at timestamptz not null,
      primary key (fleet_id, driver_id, end_date)
    );
  `.execute(db);
}
