import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * From when on a webhook that an incident paged is told what becomes of it: the release before told of pages only. An incident
 * that is there already has the instant of this migration, so that nothing long past is told when something happens to it.
 */
export const webhookNotesSince: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table incidents add column webhook_notes_since timestamptz not null default now();
  `.execute(db);
}
