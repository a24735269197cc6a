import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Creates the tables of incidents and of deletions. */
export async function createIncidents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table incidents (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      policy text not null,
      policy_version integer not null,
      rule text not null,
      rule_version integer not null,
      severity text not null,
      driver_id text not null,
      trip_id text not null,
      trip_ended_at timestamptz,
      trip_clock text check (trip_clock in ('ahead', 'behind')),
      late boolean not null default false,
      state text not null check (state in ('open', 'acknowledged', 'resolved')),
      opened_at timestamptz not null,
      position integer not null default 0,
      due_at timestamptz,
      assignee text,
      acknowledged_at timestamptz,
      acknowledged_by text,
      snoozed_until timestamptz,
      unanswered_at timestamptz,
      unanswered_since timestamptz,
      resolved_at timestamptz,
      resolved_by text,
      disposition text check (disposition in ('confirmed', 'false_alarm', 'not_driver', 'other')),
      note text,
      place_address jsonb,
      reopened integer not null default 0,
      changes integer not null default 0,
      unique (fleet_id, id)
    );
    comment on column incidents.policy_version is 'The version at the opening, which stays.';
    comment on column incidents.rule is 'The rule of the alert that opened it.';
    comment on column incidents.trip_ended_at is 'Null: not known, or by a clock that was wrong.';
    comment on column incidents.trip_clock is 'How the clock of the trip''s device was wrong; null: it may have been right.';
    comment on column incidents.late is 'The trip ended so long ago that the policy''s steps for late trips apply.';
    comment on column incidents.position is 'The number of pages of the escalation that are done, skipped ones included.';
    comment on column incidents.due_at is 'When the next step, or the end of an acknowledgement, is due; null: nothing is.';
    comment on column incidents.snoozed_until is 'Until then the assignee wants no page; null: it is not snoozed.';
    comment on column incidents.unanswered_at is
      'The instant at which the escalation ended without an answer; null again once the incident is reopened after an '
      'acknowledgement.';
    comment on column incidents.unanswered_since is
      'The time since which a full round of the policy has ended without an answer; null: none has, or a person answered.';
    comment on column incidents.place_address is
      'The street address of its place, as the geocoder had it; null: none was asked for, or it went with the trip''s '
      'positions.';
    comment on column incidents.reopened is 'The number of times that it was reopened.';
    comment on column incidents.changes is
      'Grows with every change, and is the seq of its newest event: messages show the newest.';
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
    comment on column incident_alerts.delivery_id is 'The alert''s delivery of action escalate.';
    -- The alerts of one incident.
    create index incident_alerts_of_incident on incident_alerts (fleet_id, incident_id);

    -- The timeline of each incident.
    create table incident_events (
      fleet_id text not null,
      incident_id bigint not null,
      seq integer not null,
      at timestamptz not null,
      kind text not null,
      who text not null,
      "by" text,
      via text not null check (via in ('tripline', 'api', 'slack', 'email')),
      note text,
      details jsonb,
      answer_key text,
      primary key (fleet_id, incident_id, seq),
      foreign key (fleet_id, incident_id) references incidents (fleet_id, id)
    );
    comment on column incident_events.seq is 'From 1 for each incident.';
    comment on column incident_events.who is 'The token''s name, slack:U01, an address, or tripline.';
    comment on column incident_events."by" is 'The person’s name.';
    comment on column incident_events.answer_key is 'A key that identifies repeated presses as one answer.';
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
      raw json not null,
      trip jsonb,
      reason text not null,
      taken_at timestamptz not null,
      positions_removed_at timestamptz,
      unique (fleet_id, driver_id, trip_id, content_hash),
      unique (fleet_id, id)
    );
    comment on column trip_snapshots.raw is 'The answer as it came; empty once its positions were removed.';
    comment on column trip_snapshots.positions_removed_at is 'When its positions were removed: raw is empty then.';

    -- Deletions of trips, with approvals and attempts.
    create table deletions (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      rule text not null,
      version integer not null,
      delivery_id bigint,
      state text not null check (state in ('requested', 'approved', 'rejected', 'expired', 'deleting', 'deleted',
        'refused', 'gone', 'unknown_outcome')),
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
      score_before double precision,
      score_after double precision,
      baseline_date text check (baseline_date ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      baseline_rated boolean,
      baseline_at timestamptz,
      claim integer not null default 0,
      claimed_at timestamptz,
      revision integer,
      content_hash text,
      service_answer text,
      foreign key (fleet_id, snapshot_id) references trip_snapshots (fleet_id, id)
    );
    comment on column deletions.state is
      'unknown_outcome: a DELETE was sent, and it is not known whether the service carried it out.';
    comment on column deletions.cause is 'Why the rule requests the deletion.';
    comment on column deletions.reason is 'Why it ended as it did, e.g. has_collision.';
    comment on column deletions.decided_at is 'The approval or rejection: when, by which token, by which person.';
    comment on column deletions.attempts is 'DELETEs that were sent.';
    comment on column deletions.score_before is
      'The driver''s score just before the trip went, and when it was read again after; null: not read or not rated.';
    comment on column deletions.baseline_date is
      'The UTC date as of which both are; whether the later one was rated (null: the service had none); when it was read.';
    comment on column deletions.claim is
      'Counts the executions; the current one renews claimed_at, so that two never run at once.';
    comment on column deletions.revision is
      'The trip''s revision and content when the deletion was asked for; null: the trip was not stored.';
    comment on column deletions.service_answer is 'The service''s answer to the last DELETE; null: none was sent.';
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
