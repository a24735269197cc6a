import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** The ids of Slack channels that rules call by their names. */
export const slackChannels: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table slack_channels (
      fleet_id text not null,
      name text not null,
      channel_id text not null,
      seen_at timestamptz not null,
      primary key (fleet_id, name)
    );
  `.execute(db);
}
