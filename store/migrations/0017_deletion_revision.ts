import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * A deletion knows the decision and the content it was asked for, whether a workflow was begun for what a person said,
 * and what the service answered the DELETE.
 * Null in what the release before this wrote: not known.
 */
export const deletionRevision: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deletions
      add column revision integer,
      add column content_hash text,
      add column workflow_started_at timestamptz,
      add column service_answer text;
  `.execute(db);
}
