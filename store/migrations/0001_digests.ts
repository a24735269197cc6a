import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Creates the tables of digest runs with their content and drivers, and of unsubscriptions. */
export async function createDigests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table digest_runs (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      digest_id text not null,
      version integer not null,
      period text not null check (period in ('day', 'week', 'month')),
      period_from text not null check (period_from ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      period_to text not null check (period_to ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      before_from text not null check (before_from ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      before_to text not null check (before_to ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      origin text not null check (origin in ('scheduled', 'on_demand', 'preview')),
      requested_by text,
      why text,
      only_to text[],
      recipients jsonb,
      part_of bigint,
      part text[],
      document jsonb not null,
      state text not null check (state in ('gathering', 'sending', 'done', 'failed')),
      reason text,
      content jsonb,
      created_at timestamptz not null,
      settled_at timestamptz,
      gathered jsonb not null default '{}',
      unique (fleet_id, id)
    );
    comment on column digest_runs.version is 'The version of the document; 0: a draft that was never published.';
    comment on column digest_runs.period_from is
      'UTC dates, both included; before_from and before_to are the period that it is compared with.';
    comment on column digest_runs.requested_by is 'Name of the token that asked; null: the schedule did.';
    comment on column digest_runs.only_to is 'Null: all recipients that the document names.';
    comment on column digest_runs.recipients is
      'The recipients, resolved when it was opened; null: as only_to or the document says.';
    comment on column digest_runs.part_of is
      'The run to which a part belongs that is sent to an entry of a recipient route; null: the digest is whole.';
    comment on column digest_runs.document is 'The document as it was then.';
    comment on column digest_runs.reason is 'Why it failed, or why nothing was sent.';
    comment on column digest_runs.content is 'The content; null until it is composed.';
    comment on column digest_runs.gathered is 'Ranges whose drivers were read, and how that ended.';
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
      name text,
      groups text[] not null default '{}',
      score double precision,
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
      highway_ratio double precision,
      night_driving_fraction double precision,
      primary key (fleet_id, run_id, range, driver_id),
      foreign key (fleet_id, run_id) references digest_runs (fleet_id, id) on delete cascade
    );
    comment on column digest_drivers.name is 'From the driver''s attributes; null: they hold no name.';
    comment on column digest_drivers.score_missing is 'Null: there is a score.';
    comment on column digest_drivers.highway_ratio is '0 to 1; null: the service does not say.';

    create table digest_unsubscribes (
      fleet_id text not null,
      digest_id text not null,
      address text not null check (address = lower(address)),
      created_at timestamptz not null,
      primary key (fleet_id, digest_id, address)
    );
    comment on column digest_unsubscribes.address is 'In small letters.';
  `.execute(db);
}
