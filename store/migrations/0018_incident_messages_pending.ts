import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Messages of incidents that are not out yet: whoever looks for those that stayed behind reads no others. */
export const incidentMessagesPending: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index incident_messages_pending on deliveries (planned_at)
      where incident_id is not null and state = 'pending'
  `.execute(db);
}
