import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * Noise control: what throttles, budgets and silences need to know of an alert, silences, and deliveries that wait for
 * the end of their quiet hours or are carried by another one's message. The defaults say what every alert before this was.
 */
export const noise: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alerts
      add column groups text[],
      add column passed_throttle boolean not null default true,
      add column passed_budget boolean not null default true,
      add column detail text;
    create index alerts_of_rule_by_time on alerts (fleet_id, rule, at);

    alter table deliveries
      add column kind text not null default 'alert' check (kind in ('alert', 'budget_notice', 'budget_summary')),
      add column release_at timestamptz,
      add column carried_by bigint,
      add foreign key (fleet_id, carried_by) references deliveries (fleet_id, id);
    create index deliveries_to_release on deliveries (fleet_id, release_at) where state in ('held', 'pending');
    create index deliveries_carried on deliveries (fleet_id, carried_by) where carried_by is not null;

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
    create unique index silences_newest on silences (fleet_id, seq);
    create index silences_by_end on silences (fleet_id, until);
  `.execute(db);
}
