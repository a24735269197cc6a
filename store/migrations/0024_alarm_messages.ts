import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/** What was told of alarms: one message when one stands, one when it is over. Their deliveries stand in the ledger. */
export const alarmMessages: Migration = { up };

/** The rest of it, on tables that are in use. */
export const alarmMessagesOnline = online({
  indexes: {
    fleet_alarms_to_tell:
      'on fleet_alarms (raised_at) where (cleared_at is null and told_by is null) or (cleared_at is not null and told_by is not null)',
    deliveries_of_alarm: 'on deliveries (fleet_id, alarm_message_id) where alarm_message_id is not null',
  },
  constraints: { deliveries: ['deliveries_kind_check', 'deliveries_fleet_id_alarm_message_id_fkey'] },
});

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fleet_alarms add column told_by bigint;

    create table alarm_messages (
      id bigint generated always as identity primary key,
      fleet_id text not null,
      kind text not null,
      subject text not null,
      says text not null check (says in ('raised', 'cleared')),
      message text not null,
      raised_at timestamptz not null,
      cleared_at timestamptz,
      planned_at timestamptz not null,
      started_at timestamptz,
      unique (fleet_id, id)
    );
    create index alarm_messages_to_start on alarm_messages (id) where started_at is null;
  `.execute(db);

  await sql`
    alter table deliveries
      drop constraint deliveries_kind_check,
      add constraint deliveries_kind_check check (kind in ('alert', 'budget_notice', 'budget_summary',
        'incident_page', 'incident_note', 'deletion_request', 'digest', 'alarm')) not valid,
      add column alarm_message_id bigint,
      add constraint deliveries_fleet_id_alarm_message_id_fkey
        foreign key (fleet_id, alarm_message_id) references alarm_messages (fleet_id, id) not valid;
  `.execute(db);
}
