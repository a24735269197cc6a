import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { EarlierRuns, ReconcileRange } from '../../rules/reconcile/index.ts';
import { getRow, inTransaction } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { ReconcileRunsTable } from '../tables/index.ts';

/** A reconciliation run: a comparison with the service's lists of trips. */
export type ReconcileRun = Selectable<ReconcileRunsTable>;

/** Key of a run. */
export interface ReconcileKey {
  readonly fleetId: string;
  readonly id: string;
}

/** Milliseconds for which runs are kept for inspection. Their results are stored separately. */
const RUNS_KEPT_MS = 60 * 86_400_000;

/**
 * Returns the time since which the fleet is reconciled: its first notification or `at`, whichever is earlier. The first result is
 * stored permanently.
 */
export async function reconciledSince(
  db: Db,
  args: { readonly fleetId: string; readonly at: Date },
): Promise<Date> {
  const { fleetId, at } = args;
  const { rows } = await sql<{ since: Date }>`
    with first as (
      insert into reconcile_fleets (fleet_id, since)
      select ${fleetId}, least(${at}::timestamptz,
        (select min(received_at) from notifications where fleet_id = ${fleetId} and source = 'webhook'))
      on conflict do nothing returning since)
    select since from first union all select since from reconcile_fleets where fleet_id = ${fleetId} limit 1`.execute(
    db,
  );
  return rows[0]!.since;
}

/**
 * Returns the start times of the fleet's last completed run and of its last completed wide run (over a longer range of dates).
 */
export async function earlierRuns(db: Db, fleetId: string): Promise<EarlierRuns> {
  const { rows } = await sql<{ last: Date | null; lastWide: Date | null }>`
    select max(started_at) as last, max(started_at) filter (where is_wide) as last_wide
    from reconcile_runs where fleet_id = ${fleetId} and state = 'done'`.execute(db);
  const { last, lastWide } = rows[0]!;
  return {
    ...(last === null ? {} : { lastStartedAt: last }),
    ...(lastWide === null ? {} : { lastWideStartedAt: lastWide }),
  };
}

/**
 * Begins a run. Fails an unfinished earlier run, and removes old runs.
 * @returns the id of the new run
 */
export async function beginReconcile(
  db: Db,
  args: ReconcileRange & { readonly fleetId: string; readonly isFirst: boolean; readonly at: Date },
): Promise<string> {
  const { fleetId, fromDate, toDate, isWide, isFirst, at } = args;
  return inTransaction(db, async (tx) => {
    await tx
      .updateTable('reconcileRuns')
      .set({ state: 'failed', finishedAt: at, problem: 'It was left unfinished.' })
      .where('fleetId', '=', fleetId)
      .where('state', '=', 'running')
      .execute();
    const dropBefore = new Date(at.getTime() - RUNS_KEPT_MS);
    await sql`
      delete from reconcile_runs run where fleet_id = ${fleetId} and started_at < ${dropBefore}
        and exists (select from reconcile_runs later
          where later.fleet_id = ${fleetId} and later.id > run.id and later.state = 'done' and later.is_wide)`.execute(
      tx,
    );
    await tx.deleteFrom('reconcileDrivers').where('fleetId', '=', fleetId).execute();
    const { id } = await tx
      .insertInto('reconcileRuns')
      .values({ fleetId, fromDate, toDate, isWide, isFirst, startedAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Returns one run, or undefined if it is not stored. */
export function getReconcile(db: Db, key: ReconcileKey): Promise<ReconcileRun | undefined> {
  return getRow(db, 'reconcileRuns', key);
}

/**
 * Returns the run that began last, or undefined if there is none.
 * @param args.state considers only runs in this state
 */
export async function latestReconcile(
  db: Db,
  args: { readonly fleetId: string; readonly state?: ReconcileRun['state'] },
): Promise<ReconcileRun | undefined> {
  let query = db.selectFrom('reconcileRuns').selectAll().where('fleetId', '=', args.fleetId);
  if (args.state !== undefined) query = query.where('state', '=', args.state);
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** Adds drivers to a run. A driver who was added before stays unchanged. */
export async function addReconcileDrivers(
  db: Db,
  { fleetId, id, driverIds }: ReconcileKey & { readonly driverIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into reconcile_drivers (fleet_id, run_id, driver_id)
    select ${fleetId}, ${id}::bigint, unnest(${[...driverIds]}::text[]) on conflict do nothing`.execute(db);
}

/** Records that all drivers of the run's dates were added. */
export async function noteDriversListed(db: Db, args: ReconcileKey & { readonly at: Date }): Promise<void> {
  await db
    .updateTable('reconcileRuns')
    .set({ driversListedAt: args.at })
    .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
    .execute();
}

/** Returns up to `limit` unfinished drivers of a run. */
export async function nextReconcileDrivers(
  db: Db,
  { fleetId, id, limit }: ReconcileKey & { readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('reconcileDrivers')
    .select('driverId')
    .where((each) => each.and({ fleetId, runId: id }))
    .where('doneAt', 'is', null)
    .orderBy('driverId')
    .limit(limit)
    .execute();
  return rows.map(({ driverId }) => driverId);
}

/** Counts all drivers of a run, finished or not. */
export async function countReconcileDrivers(db: Db, { fleetId, id }: ReconcileKey): Promise<number> {
  const { count } = await db
    .selectFrom('reconcileDrivers')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where((each) => each.and({ fleetId, runId: id }))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Records that a driver is finished, and adds the numbers of listed and started trips to the run. Does nothing if the driver was
 * finished before.
 */
export async function finishReconcileDriver(
  db: Db,
  args: ReconcileKey & {
    readonly driverId: string;
    readonly at: Date;
    readonly listed: number;
    readonly started: number;
    /** Reason why the driver's list could not be read. */
    readonly problem?: string;
  },
): Promise<void> {
  const { fleetId, id, driverId, at, listed, started, problem } = args;
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('reconcileDrivers')
      .set({ doneAt: at })
      .where((row) => row.and({ fleetId, runId: id, driverId }))
      .where('doneAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx
      .updateTable('reconcileRuns')
      .set((row) => ({
        tripsListed: row('tripsListed', '+', listed),
        tripsRecovered: row('tripsRecovered', '+', started),
        ...(problem === undefined ? {} : { problem }),
      }))
      .where((row) => row.and({ fleetId, id }))
      .execute();
  });
}

/** Ends a run. A run that has ended stays unchanged. */
export async function endReconcile(
  db: Db,
  args: ReconcileKey & {
    readonly state: 'done' | 'failed';
    readonly at: Date;
    readonly gone?: number;
    readonly problem?: string;
  },
): Promise<void> {
  const { fleetId, id, state, at, gone = 0, problem } = args;
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('reconcileRuns')
      .set({ state, finishedAt: at, tripsGone: gone, ...(problem === undefined ? {} : { problem }) })
      .where((row) => row.and({ fleetId, id, state: 'running' }))
      .execute();
    await tx
      .deleteFrom('reconcileDrivers')
      .where((row) => row.and({ fleetId, runId: id }))
      .execute();
  });
}
