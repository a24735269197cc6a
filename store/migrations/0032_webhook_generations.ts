import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * The rotations of the secrets that sign outgoing webhooks, one row a rotation: an endpoint without any is at generation 1. No
 * secret is kept: each is made of `WEBHOOK_SIGNING_SECRET`, fleet, origin and generation.
 */
export const webhookGenerations: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_generations (
      fleet_id text not null,
      origin text not null,
      generation integer not null check (generation >= 2),
      began_at timestamptz not null,
      primary key (fleet_id, origin, generation)
    );
  `.execute(db);
}
