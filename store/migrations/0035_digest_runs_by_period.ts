import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';

/**
 * One scheduled run of a digest for each period and kind of period: a month and its last day end on the same date. Until now there was
 * one a date, and an origin of its own for a second one, which nothing writes any more.
 */
export const digestRunsByPeriod: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index digest_runs_scheduled_once;
    update digest_runs set origin = 'scheduled' where origin = 'rescheduled';
    create unique index digest_runs_scheduled_once on digest_runs (fleet_id, digest_id, period_to, period)
      where origin = 'scheduled';
  `.execute(db);
}
