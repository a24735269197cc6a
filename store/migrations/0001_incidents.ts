import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Alerts that a person must answer, and trips that a person may delete. */
export async function createIncidents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table incidents (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      policy text not null,
      -- The version it began with, and keeps.
      policy_version integer not null,
      -- Of the alert that opened it.
      rule text not null,
      rule_version integer not null,
      severity text not null,
      driver_id text not null,
      trip_id text not null,
      trip_ended_at timestamptz,
      -- How the clock of the trip's device was wrong; null: it may have been right.
      trip_clock text check (trip_clock in ('ahead', 'behind')),
      -- The trip ended so long ago that the policy's steps for late trips apply.
      late boolean not null default false,
      state text not null check (state in ('open', 'acknowledged', 'resolved')),
      opened_at timestamptz not null,
      -- How many steps of all rounds were taken, skipped ones included.
      position integer not null default 0,
      -- When the next step, or the end of an acknowledgement, is due; null: nothing is.
      due_at timestamptz,
      assignee text,
      acknowledged_at timestamptz,
      acknowledged_by text,
      -- Until then the assignee wants no page; due_at is the same instant.
      snoozed_until timestamptz,
      -- When the last step had passed without an answer; null again once it is reopened.
      unanswered_at timestamptz,
      -- Since when a full round has ended without an answer; null: none has, or someone answered.
      unanswered_since timestamptz,
      resolved_at timestamptz,
      resolved_by text,
      disposition text check (disposition in ('confirmed', 'false_alarm', 'not_driver', 'other')),
      note text,
      -- The street address of its place, with the position it is of; removed with the trip's positions.
      place_address jsonb,
      -- How often it was reopened.
      reopened integer not null default 0,
      -- Grows with every change, and is the seq of its newest event.
      changes integer not null default 0,
      unique (fleet_id, id)
    );
    -- The list of a driver; whether an alert joins an incident of the driver.
    create index incidents_of_driver on incidents (fleet_id, driver_id, opened_at);
    -- Whether a trip has an incident.
    create index incidents_of_trip on incidents (fleet_id, driver_id, trip_id);
    -- Incidents of a period.
    create index incidents_by_opening on incidents (fleet_id, opened_at);
    -- Those that nobody answered, which come first.
    create index incidents_unanswered on incidents (fleet_id, id) where unanswered_since is not null;
    -- Incidents whose step is overdue, of all fleets.
    create index incidents_due on incidents (due_at) where due_at is not null;

    -- The alerts that opened or joined each incident.
    create table incident_alerts (
      fleet_id text not null,
      -- The alert's delivery of action escalate.
      delivery_id bigint not null,
      incident_id bigint not null,
      alert_id bigint not null,
      rule text not null,
      version integer not null,
      severity text not null,
      driver_id text not null,
      trip_id text not null,
      at timestamptz not null,
      primary key (fleet_id, delivery_id),
      foreign key (fleet_id, incident_id) references incidents (fleet_id, id)
    );
    -- The alerts of one incident.
    create index incident_alerts_of_incident on incident_alerts (fleet_id, incident_id);

    -- The timeline of each incident.
    create table incident_events (
      fleet_id text not null,
      incident_id bigint not null,
      -- From 1 for each incident.
      seq integer not null,
      at timestamptz not null,
      kind text not null,
      -- The token's name, slack:U01, an address, or tripline.
      who text not null,
      "by" text,
      via text not null check (via in ('tripline', 'api', 'slack', 'email')),
      note text,
      details jsonb,
      -- Two presses of one button have the same key.
      answer_key text,
      primary key (fleet_id, incident_id, seq),
      foreign key (fleet_id, incident_id) references incidents (fleet_id, id)
    );
    -- One event for each answer, however often it arrives.
    create unique index incident_answers_once on incident_events (fleet_id, incident_id, answer_key)
      where answer_key is not null;
  `.execute(db);

  await sql`
    -- What the service answered about trips before they were deleted: these outlive the trips.
    create table trip_snapshots (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      content_hash text not null,
      -- The answer as it came; empty once its positions were removed.
      raw json not null,
      trip jsonb,
      reason text not null,
      taken_at timestamptz not null,
      positions_removed_at timestamptz,
      unique (fleet_id, driver_id, trip_id, content_hash),
      unique (fleet_id, id)
    );

    -- Deletions of trips, with approvals and attempts.
    create table deletions (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      rule text not null,
      version integer not null,
      delivery_id bigint,
      -- unknown_outcome: a DELETE was sent, and it is not known whether the service carried it out.
      state text not null check (state in ('requested', 'approved', 'rejected', 'expired', 'deleting', 'deleted',
        'refused', 'gone', 'unknown_outcome')),
      approval text not null check (approval in ('required', 'auto')),
      -- Why the rule wants the trip deleted.
      cause text,
      -- Why it ended as it did, such as has_collision.
      reason text,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      -- The approval or rejection: when, by which token, by which person.
      decided_at timestamptz,
      decided_who text,
      decided_by text,
      note text,
      -- DELETEs that were sent.
      attempts integer not null default 0,
      first_attempt_at timestamptz,
      last_attempt_at timestamptz,
      snapshot_id bigint,
      settled_at timestamptz,
      -- The driver's score just before and after the deletion; null: not read or not rated.
      score_before double precision,
      score_after double precision,
      -- The UTC date as of which both are; whether the later one was rated; when it was read.
      baseline_date text check (baseline_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      baseline_rated boolean,
      baseline_at timestamptz,
      -- Counts the executions; the current one renews claimed_at, so that two never run at once.
      claim integer not null default 0,
      claimed_at timestamptz,
      -- The trip's revision and content when the deletion was requested.
      revision integer,
      content_hash text,
      -- What the service answered the last DELETE; null: none was sent.
      service_answer text,
      foreign key (fleet_id, snapshot_id) references trip_snapshots (fleet_id, id)
    );
    -- One open deletion a trip.
    create unique index deletions_one_open on deletions (fleet_id, driver_id, trip_id)
      where state in ('requested', 'approved', 'deleting', 'unknown_outcome');
    -- The list, newest first.
    create index deletions_newest on deletions (fleet_id, id);
    -- How many a day, for the caps.
    create index deletions_by_attempt on deletions (fleet_id, first_attempt_at);
    -- What was requested since a moment, for the feed.
    create index deletions_by_request on deletions (fleet_id, requested_at, id);
    -- Deletions that changed a driver's scores.
    create index deletions_of_driver on deletions (fleet_id, driver_id, first_attempt_at)
      where first_attempt_at is not null;
  `.execute(db);
}
