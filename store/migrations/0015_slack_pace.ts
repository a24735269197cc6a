import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/** How far a Slack channel's messages are booked ahead: one pace for all workers. */
export const slackPace: Migration = { up };

/** Who waits for the same receiver. */
export const slackPaceOnline = online({
  indexes: {
    deliveries_waiting_for_receiver:
      "on deliveries (fleet_id, receiver) where state = 'pending' and kind = 'alert'",
  },
});

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table slack_pace (
      fleet_id text not null,
      channel text not null,
      booked_until timestamptz not null,
      paused_until timestamptz,
      primary key (fleet_id, channel)
    );
  `.execute(db);
}
