import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** What happened since a moment, in the order it happened: what whoever watches asks every second. */
export const activity: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index decisions_by_time on decisions (fleet_id, decided_at, id);
    create index deliveries_by_settling on deliveries (fleet_id, settled_at, id) where settled_at is not null;
    create index deliveries_held on deliveries (fleet_id, planned_at, id) where state = 'held';
    create index deletions_by_request on deletions (fleet_id, requested_at, id);
  `.execute(db);
}
