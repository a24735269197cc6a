import { sql } from 'kysely';
import { jsonb } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { BackfillKey } from './backfills.ts';
import type { BackfillProblem, BackfillRefusal } from '../tables/index.ts';

/** Problems kept of one driver; the rest is counted. */
const PROBLEMS_A_DRIVER = 20;
/** Problems shown of a backfill. */
const PROBLEMS_SHOWN = 50;

/** Progress of a backfill with its drivers and their trips. */
export interface BackfillFigures {
  readonly driversDone: number;
  readonly driversTotal: number;
  /** Trips the service listed, of the drivers that are done. */
  readonly tripsFound: number;
  readonly tripsStored: number;
  /** Trips that were there already, were decided or deleted before, or went while the backfill was at them. */
  readonly tripsSkipped: number;
  readonly problems: number;
}

/** Adds drivers to a backfill. A driver who is there already stays unchanged. */
export async function addBackfillDrivers(
  db: Db,
  { fleetId, id, driverIds }: BackfillKey & { readonly driverIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into backfill_drivers (fleet_id, backfill_id, driver_id)
    select ${fleetId}, ${id}::uuid, unnest(${[...driverIds]}::text[]) on conflict do nothing`.execute(db);
}

/** A driver to be read next. */
export interface BackfillDriver {
  readonly driverId: string;
  /** Time of the next attempt; null: there was none yet. */
  readonly postponedUntil: Date | null;
  /** The driver's requests that the service has refused so far. */
  readonly refused: readonly BackfillRefusal[];
}

/** Returns the next driver that is not done. Deferred drivers come last, the longest deferred first. */
export async function nextBackfillDriver(db: Db, key: BackfillKey): Promise<BackfillDriver | undefined> {
  const open = db
    .selectFrom('backfillDrivers')
    .select(['driverId', 'postponedUntil', 'refused'])
    .where('fleetId', '=', key.fleetId)
    .where('backfillId', '=', key.id)
    .where('doneAt', 'is', null)
    .limit(1);
  // Two questions: one order over both would sort all drivers each time.
  const fresh = open.where('postponedUntil', 'is', null).orderBy('driverId');
  const row =
    (await fresh.executeTakeFirst()) ??
    (await open.orderBy('postponedUntil').orderBy('driverId').executeTakeFirst());
  return row && { ...row, refused: row.refused ?? [] };
}

/** Notes what the service refused of a driver so far and, where it is given, until when the driver is deferred. */
export async function noteBackfillRefusals(
  db: Db,
  args: BackfillKey & {
    readonly driverId: string;
    readonly refused: readonly BackfillRefusal[];
    readonly postponedUntil?: Date;
  },
): Promise<void> {
  const { fleetId, id: backfillId, driverId, refused, postponedUntil } = args;
  await db
    .updateTable('backfillDrivers')
    .set({ refused: jsonb(refused), ...(postponedUntil && { postponedUntil }) })
    .where((row) => row.and({ fleetId, backfillId, driverId }))
    .where('doneAt', 'is', null)
    .execute();
}

/** Counts a trip as stored, in the transaction that keeps it: so the number is right however often a worker dies. */
export async function countStoredTrip(
  db: Db,
  args: BackfillKey & { readonly driverId: string },
): Promise<void> {
  await db
    .updateTable('backfillDrivers')
    .set((row) => ({ stored: row('stored', '+', 1) }))
    .where((row) => row.and({ fleetId: args.fleetId, backfillId: args.id, driverId: args.driverId }))
    .execute();
}

/** Records that a driver is done. Trips that were neither stored nor a problem were skipped. */
export async function finishBackfillDriver(
  db: Db,
  args: BackfillKey & {
    readonly driverId: string;
    readonly found: number;
    readonly problems: readonly BackfillProblem[];
    readonly at: Date;
  },
): Promise<void> {
  const { found, problems } = args;
  const ofTrips = problems.filter((problem) => problem.trip_id !== undefined).length;
  await db
    .updateTable('backfillDrivers')
    .set({
      found,
      skipped: sql<number>`greatest(0, ${found - ofTrips}::int - stored)`,
      problemCount: problems.length,
      problems: jsonb(problems.slice(0, PROBLEMS_A_DRIVER)),
      doneAt: args.at,
      postponedUntil: null,
      refused: null,
    })
    .where((row) => row.and({ fleetId: args.fleetId, backfillId: args.id, driverId: args.driverId }))
    .execute();
}

/** Returns the progress of a backfill. */
export async function backfillFigures(db: Db, key: BackfillKey): Promise<BackfillFigures> {
  const { rows } = await sql<BackfillFigures>`
    select count(*)::int as drivers_total, (count(*) filter (where done_at is not null))::int as drivers_done,
      coalesce(sum(greatest(found, stored)), 0)::int as trips_found, coalesce(sum(stored), 0)::int as trips_stored,
      coalesce(sum(skipped), 0)::int as trips_skipped, coalesce(sum(problem_count), 0)::int as problems
    from backfill_drivers where fleet_id = ${key.fleetId} and backfill_id = ${key.id}`.execute(db);
  return rows[0]!;
}

/** Returns the first problems of a backfill. */
export async function backfillProblems(db: Db, key: BackfillKey): Promise<BackfillProblem[]> {
  const rows = await db
    .selectFrom('backfillDrivers')
    .select('problems')
    .where('fleetId', '=', key.fleetId)
    .where('backfillId', '=', key.id)
    .where('problemCount', '>', 0)
    .orderBy('driverId')
    .limit(PROBLEMS_SHOWN)
    .execute();
  return rows.flatMap((row) => row.problems).slice(0, PROBLEMS_SHOWN);
}
