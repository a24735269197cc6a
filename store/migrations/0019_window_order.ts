import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/** Each trip that is kept comes after all of its driver's: the last one is found without reading the others. */
export const windowOrder: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index trips_window_order on trips (fleet_id, driver_id, coalesce(window_since, kept_at))
  `.execute(db);
}
