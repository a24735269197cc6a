import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** What we made of it: decisions, alerts, the ledger of deliveries, and the outbox of unconfigured channels. */
export const decisions: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      unique (fleet_id, driver_id, trip_id, rule),
      unique (fleet_id, id)
    );
    create index alerts_of_rule on alerts (fleet_id, rule, driver_id, at);

    create table deliveries (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      driver_id text not null,
      trip_id text not null,
      delivery_key text not null,
      alert_id bigint,
      rule text not null,
      version integer not null,
      action text not null,
      action_index integer not null,
      receiver text not null,
      revision integer not null,
      state text not null check (state in ('pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed')),
      reason text,
      attempt integer not null default 0,
      claimed_at timestamptz,
      unclear_attempts integer[] not null default '{}',
      sent_attempt integer,
      possible_repeat boolean not null default false,
      reference jsonb,
      last_error text,
      last_error_at timestamptz,
      planned_at timestamptz not null,
      settled_at timestamptz,
      unique (fleet_id, delivery_key),
      unique (fleet_id, id),
      foreign key (fleet_id, alert_id) references alerts (fleet_id, id)
    );
    create index deliveries_of_trip on deliveries (fleet_id, driver_id, trip_id);
    create index deliveries_of_alert on deliveries (fleet_id, alert_id);

    create table outbox (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      channel text not null,
      receiver text not null,
      subject text,
      text text not null,
      blocks jsonb,
      html text,
      picture bytea,
      delivery_id bigint,
      delivery_key text,
      possible_repeat boolean not null default false,
      at timestamptz not null,
      unique (fleet_id, delivery_id)
    );
    create index outbox_newest on outbox (fleet_id, id);
  `.execute(db);
}
