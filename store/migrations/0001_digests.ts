import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Digests: each run with its content and the drivers it was made of, and who unsubscribed. */
export async function createDigests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table digest_runs (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      digest_id text not null,
      -- Of the document; 0: a draft that was never published.
      version integer not null,
      period text not null check (period in ('day', 'week', 'month')),
      -- UTC dates, both included; before_…: the period it is compared with.
      period_from text not null check (period_from ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      period_to text not null check (period_to ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      before_from text not null check (before_from ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      before_to text not null check (before_to ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      origin text not null check (origin in ('scheduled', 'on_demand', 'preview')),
      -- The token's name; null: the schedule.
      requested_by text,
      why text,
      -- Null: every recipient of the document.
      only_to text[],
      -- Who gets it, resolved when it was opened: [{action, receiver, because}]. Null: as only_to or the document says.
      recipients jsonb,
      -- Of the part of a digest that goes to an entry of a recipient route: the run it belongs to, and its groups.
      part_of bigint,
      part text[],
      -- The document as it was then.
      document jsonb not null,
      state text not null check (state in ('gathering', 'sending', 'done', 'failed')),
      -- Why it failed, or why nothing was sent.
      reason text,
      -- Null until it is composed.
      content jsonb,
      created_at timestamptz not null,
      settled_at timestamptz,
      -- For each range whose drivers were read, how that ended: half a list is never taken for a whole one.
      gathered jsonb not null default '{}',
      unique (fleet_id, id)
    );
    -- One scheduled run for each period and kind of period: a month and its last day end on the same date.
    create unique index digest_runs_scheduled_once on digest_runs (fleet_id, digest_id, period_to, period)
      where origin = 'scheduled' and part_of is null;
    -- One part for each set of groups.
    create unique index digest_runs_parts on digest_runs (fleet_id, part_of, part) where part_of is not null;
    -- The runs of one digest, newest first.
    create index digest_runs_newest on digest_runs (fleet_id, digest_id, id);

    -- A driver as the service described them for one range of a run.
    create table digest_drivers (
      fleet_id text not null,
      run_id bigint not null,
      range text not null check (range in ('now', 'before')),
      driver_id text not null,
      -- From the driver's attributes; null: they hold no name.
      name text,
      groups text[] not null default '{}',
      score double precision,
      -- Null: there is a score.
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
      -- 0 to 1; null: the service does not give them.
      highway_ratio double precision,
      night_driving_fraction double precision,
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
}
