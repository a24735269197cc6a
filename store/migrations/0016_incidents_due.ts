import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Incidents by the time of their next step: whoever looks for those that missed it reads no others. */
export const incidentsDue: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index incidents_due on incidents (due_at) where due_at is not null`.execute(db);
}
