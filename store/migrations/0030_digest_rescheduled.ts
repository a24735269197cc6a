import { sql } from 'kysely';
import type { Kysely, Migration } from 'kysely';
import { online } from './online.ts';

/**
 * A scheduled run beside another one that ends on the same date and is of another kind of period. The release before takes the date
 * for done then, as before.
 */
export const digestRescheduled: Migration = { up };

/** The rest of it, on a table that is in use. */
export const digestRescheduledOnline = online({ constraints: { digest_runs: ['digest_runs_origin_check'] } });

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table digest_runs
      drop constraint digest_runs_origin_check,
      add constraint digest_runs_origin_check
        check (origin in ('scheduled', 'on_demand', 'preview', 'rescheduled')) not valid;
  `.execute(db);
}
