import { sql } from 'kysely';
import type { DigestRunKey } from './digestRuns.ts';
import type { Db } from './schema.ts';

/** Removes the drivers of one run; what it says stays. */
export async function forgetDigestDrivers(db: Db, { fleetId, id }: DigestRunKey): Promise<void> {
  await sql`delete from digest_drivers where fleet_id = ${fleetId} and run_id = ${id}`.execute(db);
}

/** Removes a fleet's previews that are over since before an instant, with all they said: nobody sent them. */
export async function forgetOldDigestPreviews(
  db: Db,
  args: { readonly fleetId: string; readonly before: Date },
): Promise<void> {
  await sql`
    delete from digest_runs
    where fleet_id = ${args.fleetId} and origin = 'preview' and settled_at < ${args.before}`.execute(db);
}

/** Removes the drivers of a fleet's runs that are over since before an instant; what they say stays. */
export async function forgetOldDigestDrivers(
  db: Db,
  args: { readonly fleetId: string; readonly before: Date },
): Promise<void> {
  await sql`
    delete from digest_drivers using digest_runs run
    where digest_drivers.fleet_id = ${args.fleetId} and run.fleet_id = ${args.fleetId}
      and run.id = digest_drivers.run_id and run.settled_at < ${args.before}`.execute(db);
}
