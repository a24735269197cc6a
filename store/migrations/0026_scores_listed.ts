import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/**
 * What the service's list said of a trip's scores when they were compared last, and when the trip was read a second time: by
 * these a walk finds trips that were scored again.
 */
export const scoresListed: Migration = { up };

/** Trips that were not read a second time, by day. */
export const scoresListedOnline = online({
  indexes: { service_trips_to_read: 'on service_trips (fleet_id, day) where read_again_at is null' },
});

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table service_trips
      add column scores_hash text,
      add column read_again_at timestamptz;
  `.execute(db);
}
