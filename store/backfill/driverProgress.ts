import { sql } from 'kysely';
import { jsonb } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { BackfillKey } from './backfills.ts';
import type { BackfillProblem, BackfillRefusal } from '../tables/index.ts';

/** Maximum number of problems stored per driver. Further problems are only counted. */
const PROBLEMS_A_DRIVER = 20;
/** Maximum number of problems shown for a backfill. */
const PROBLEMS_SHOWN = 50;

/** Progress of a backfill: its drivers and their trips. */
export interface BackfillFigures {
  readonly driversDone: number;
  readonly driversTotal: number;
  /** Trips that the service listed for the finished drivers. */
  readonly tripsFound: number;
  readonly tripsStored: number;
  /** Trips that were stored already, were decided or deleted before, or disappeared while the backfill was reading them. */
  readonly tripsSkipped: number;
  readonly problems: number;
}

/** Adds drivers to a backfill. A driver who was added before stays unchanged. */
export async function addBackfillDrivers(
  db: Db,
  { fleetId, id, driverIds }: BackfillKey & { readonly driverIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into backfill_drivers (fleet_id, backfill_id, driver_id)
    select ${fleetId}, ${id}::uuid, unnest(${[...driverIds]}::text[]) on conflict do nothing`.execute(db);
}

/** A driver whose trips a backfill reads next. */
export interface BackfillDriver {
  readonly driverId: string;
  /** Time of the next attempt. Null if the driver was not attempted yet. */
  readonly postponedUntil: Date | null;
  /** Requests about the driver that the service has refused so far. */
  readonly refused: readonly BackfillRefusal[];
}

/**
 * Returns the next unfinished driver, or undefined if all are finished. Drivers that were postponed come last, in the order of
 * their next attempt.
 */
export async function nextBackfillDriver(db: Db, key: BackfillKey): Promise<BackfillDriver | undefined> {
  const open = db
    .selectFrom('backfillDrivers')
    .select(['driverId', 'postponedUntil', 'refused'])
    .where('fleetId', '=', key.fleetId)
    .where('backfillId', '=', key.id)
    .where('doneAt', 'is', null)
    .limit(1);
  // Two queries, because a single order over both kinds would sort all drivers each time.
  const fresh = open.where('postponedUntil', 'is', null).orderBy('driverId');
  const row =
    (await fresh.executeTakeFirst()) ??
    (await open.orderBy('postponedUntil').orderBy('driverId').executeTakeFirst());
  return row && { ...row, refused: row.refused ?? [] };
}

/** Records which requests about a driver the service refused. With `postponedUntil`, also postpones the driver. */
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

/**
 * Adds 1 to a driver's number of stored trips. Call it in the transaction that stores the trip, so that the number stays right
 * when a worker dies.
 */
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

/** Records that a driver is finished. Trips that were neither stored nor a problem are recorded as skipped. */
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

/** Returns the first problems of a backfill, by driver. */
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
