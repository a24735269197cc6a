import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/**
 * Noise control: what throttles, budgets and silences need to know of an alert, silences, and deliveries that wait for
 * the end of their quiet hours or are carried by another one's message. The defaults say what every alert before this was.
 */
export const noise: Migration = { up };

/** The rest of it, on tables that are in use. */
export const noiseOnline = online({
  indexes: {
    alerts_of_rule_by_time: 'on alerts (fleet_id, rule, at)',
    deliveries_to_release: "on deliveries (fleet_id, release_at) where state in ('held', 'pending')",
    deliveries_carried: 'on deliveries (fleet_id, carried_by) where carried_by is not null',
  },
  constraints: { deliveries: ['deliveries_kind_check', 'deliveries_fleet_id_carried_by_fkey'] },
});

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alerts
      add column groups text[],
      add column passed_throttle boolean not null default true,
      add column passed_budget boolean not null default true,
      add column detail text;

    alter table deliveries
      add column kind text not null default 'alert',
      add constraint deliveries_kind_check check (kind in ('alert', 'budget_notice', 'budget_summary')) not valid,
      add column release_at timestamptz,
      add column carried_by bigint,
      add constraint deliveries_fleet_id_carried_by_fkey
        foreign key (fleet_id, carried_by) references deliveries (fleet_id, id) not valid;

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
