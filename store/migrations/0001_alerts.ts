import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Creates the tables of decisions, of alerts with the reasons that stopped them, and of silences. */
export async function createAlerts(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Every decision, with its trace.
    create table decisions (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      revision integer not null,
      decision jsonb not null,
      decided_at timestamptz not null,
      workflow_id text,
      unique (fleet_id, driver_id, trip_id, revision)
    );
    -- What was decided since a moment, for the feed.
    create index decisions_by_time on decisions (fleet_id, decided_at, id);

    -- One row for each rule that matched a trip.
    create table alerts (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      rule text not null,
      version integer not null,
      revision integer not null,
      severity text not null,
      state text not null,
      reason text,
      at timestamptz not null,
      groups text[],
      passed_throttle boolean not null,
      passed_budget boolean not null,
      detail text,
      in_shadow boolean not null default false,
      suppressed_by text,
      suppression_ended text,
      unique (fleet_id, driver_id, trip_id, rule),
      unique (fleet_id, id)
    );
    comment on column alerts.reason is 'Why it is held or was stopped.';
    comment on column alerts.groups is 'The driver''s groups at that time; null: not known.';
    comment on column alerts.passed_throttle is
      'Whether it uses the rule''s throttle and budget; for a rule in shadow, as if it were live.';
    comment on column alerts.detail is 'More about the reason: a silence''s id, the suppressing rule.';
    comment on column alerts.in_shadow is 'Whether the rule was in shadow, whatever the reason is.';
    comment on column alerts.suppressed_by is
      'The rule that suppressed it until its own alert ended without being sent; null: none did.';
    comment on column alerts.suppression_ended is 'How that alert ended: a reason, or the state of its last message.';
    -- A rule's earlier alerts of one driver, for throttles and facts.
    create index alerts_of_rule on alerts (fleet_id, rule, driver_id, at);
    -- A rule's alerts of a day, for budgets.
    create index alerts_of_rule_by_time on alerts (fleet_id, rule, at);
    -- Alerts of a period.
    create index alerts_by_time on alerts (fleet_id, at);

    create table silences (
      seq bigint generated always as identity,
      fleet_id text not null,
      id text not null,
      reason text not null,
      rules text[],
      drivers text[],
      groups text[],
      created_at timestamptz not null,
      created_by text not null,
      until timestamptz not null,
      ended_at timestamptz,
      ended_by text,
      ended_why text,
      primary key (fleet_id, id)
    );
    comment on column silences.rules is 'Null: any.';
    comment on column silences.created_by is 'Name of the token.';
    comment on column silences.ended_at is 'When a person ended it early; null: it runs, or ran, until until.';
    -- The list, newest first.
    create unique index silences_newest on silences (fleet_id, seq);
    -- The active ones.
    create index silences_by_end on silences (fleet_id, until);
  `.execute(db);
}
