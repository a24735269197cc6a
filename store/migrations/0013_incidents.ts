import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/**
 * Incidents: alerts that somebody must answer, what happened to each, what people answered, and the messages that page
 * people, which stand in the ledger like any other. Deletions learn whom they asked and what the driver's score was.
 */
export const incidents: Migration = { up };

/** The rest of it, on a table that is in use. */
export const incidentsOnline = online({
  indexes: { deliveries_of_incident: 'on deliveries (fleet_id, incident_id) where incident_id is not null' },
  constraints: { deliveries: ['deliveries_kind_check', 'deliveries_fleet_id_incident_id_fkey'] },
});

async function up(db: Kysely<unknown>): Promise<void> {
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
      late boolean not null default false,
      state text not null check (state in ('open', 'acknowledged', 'resolved')),
      opened_at timestamptz not null,
      position integer not null default 0,
      due_at timestamptz,
      assignee text,
      acknowledged_at timestamptz,
      acknowledged_by text,
      unanswered_at timestamptz,
      resolved_at timestamptz,
      resolved_by text,
      disposition text check (disposition in ('confirmed', 'false_alarm', 'not_driver', 'other')),
      note text,
      reopened integer not null default 0,
      changes integer not null default 0,
      wake_at timestamptz,
      unique (fleet_id, id)
    );
    create index incidents_of_driver on incidents (fleet_id, driver_id, opened_at);
    create index incidents_of_trip on incidents (fleet_id, driver_id, trip_id);
    create index incidents_by_opening on incidents (fleet_id, opened_at);
    create index incidents_to_wake on incidents (wake_at) where wake_at is not null;

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
    create index incident_alerts_of_incident on incident_alerts (fleet_id, incident_id);

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
    create unique index incident_answers_once on incident_events (fleet_id, incident_id, answer_key)
      where answer_key is not null;
  `.execute(db);

  await sql`
    alter table deliveries
      drop constraint deliveries_kind_check,
      add constraint deliveries_kind_check check (kind in ('alert', 'budget_notice', 'budget_summary',
        'incident_page', 'incident_note', 'deletion_request')) not valid,
      add column incident_id bigint,
      add column incident_seq integer,
      add column deletion_id bigint,
      add column shown_change integer,
      add constraint deliveries_fleet_id_incident_id_fkey
        foreign key (fleet_id, incident_id) references incidents (fleet_id, id) not valid;

    alter table deletions
      add column score_before double precision,
      add column score_after double precision;

    create table slack_people (
      fleet_id text not null,
      user_id text not null,
      name text not null,
      read_at timestamptz not null,
      primary key (fleet_id, user_id)
    );
  `.execute(db);
}
