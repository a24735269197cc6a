import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Deletions with their approvals and attempts, and the snapshots that outlive the trips. */
export const deletions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trip_snapshots (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      content_hash text not null,
      raw json not null,
      trip jsonb,
      reason text not null,
      taken_at timestamptz not null,
      unique (fleet_id, driver_id, trip_id, content_hash),
      unique (fleet_id, id)
    );

    create table deletions (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      rule text not null,
      version integer not null,
      delivery_id bigint,
      state text not null check (state in ('requested', 'approved', 'rejected', 'expired', 'deleting', 'deleted',
        'refused', 'gone', 'unclear')),
      approval text not null check (approval in ('required', 'auto')),
      cause text,
      reason text,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      decided_at timestamptz,
      decided_who text,
      decided_by text,
      note text,
      attempts integer not null default 0,
      first_attempt_at timestamptz,
      last_attempt_at timestamptz,
      snapshot_id bigint,
      settled_at timestamptz,
      foreign key (fleet_id, snapshot_id) references trip_snapshots (fleet_id, id)
    );
    create unique index deletions_one_open on deletions (fleet_id, driver_id, trip_id)
      where state in ('requested', 'approved', 'deleting', 'unclear');
    create index deletions_newest on deletions (fleet_id, id);
    create index deletions_by_attempt on deletions (fleet_id, first_attempt_at);
  `.execute(db);
}
