import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { AnalyticsClient } from '../../analytics/index.ts';
import { reconcileRange } from '../../rules/reconcile/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import {
  addReconcileDrivers,
  beginReconcile,
  countReconcileDrivers,
  earlierRuns,
  endReconcile,
  getReconcile,
  reconciledSince,
  nextReconcileDrivers,
  noteDriversListed,
} from '../../store/reconcile/index.ts';
import type { ReconcileRun } from '../../store/reconcile/index.ts';
import type {
  ReconcileInput,
  ReconcileProgress,
  ReconcileRunInput,
} from '../../workflows/contracts/index.ts';
import { NoAnalyticsError, UnknownFleetError, analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { createBackfillCaller, expectOk } from '../facts/index.ts';
import { isGoneEverywhere, lastPosition, withSignOfLife } from '../resilience/index.ts';
import type { KeepPosition, StopCheck } from '../resilience/index.ts';
import { createConcurrency, lanesFor, sideBySide } from './concurrency.ts';
import type { ReconcileWork } from './concurrency.ts';
import { askForUnmet, problemOfUnread, markGoneTrips } from './markGone.ts';
import { reconcileDriver } from './missingTrips.ts';
import { rereadTrips } from './rescored.ts';

/** Offset up to which the service's list of drivers was read. */
export interface ListPosition {
  readonly offset: number;
}

/** Number of rows that are read again after an interruption, because rows may have moved meanwhile. */
const STEP_BACK = 100;

/** Records every driver with a trip in the range. After an interruption, continues slightly before the last position. */
export async function listDrivers(work: ReconcileWork, keep: KeepPosition<ListPosition>): Promise<void> {
  const { deps, run, client, concurrency } = work;
  const { fleetId, id, fromDate: startDate, toDate: endDate } = run;
  let offset = Math.max((lastPosition<ListPosition>()?.offset ?? 0) - STEP_BACK, 0);
  const query = { startDate, endDate, offset, fields: ['info'] } as const;
  for await (const outcome of client.driversPages(query)) {
    const page = await expectOk(deps, fleetId, outcome);
    const driverIds = page.rows.map(({ driverId }) => driverId).filter(isStorableId);
    await addReconcileDrivers(deps.db, { fleetId, id, driverIds });
    offset = page.nextOffset ?? offset + page.received;
    keep({ offset });
    await concurrency.rest();
  }
  await noteDriversListed(deps.db, { fleetId, id, at: deps.now() });
}

/** Milliseconds after which the activity ends a slice (one call), so that the workflow learns the progress. */
const SLICE_MS = 20_000;
/** Number of drivers that one query reads from the store. */
const BATCH = 200;

/** Functions that a step of a run needs in addition to the run itself. */
interface Slice {
  readonly stopCheck: StopCheck;
  readonly keep: KeepPosition<ListPosition>;
  readonly isOver: () => boolean;
}

/** Creates the activities of a reconciliation run. Temporal may repeat each of them, because the progress is stored. */
export function createReconciling(deps: ActivityDependencies) {
  return {
    /**
     * Begins a reconciliation run of the fleet. Returns `null` if there is nothing to compare, because reconciliation is off or
     * the fleet has no analytics service.
     */
    async openReconcile({ fleet }: ReconcileInput): Promise<{ readonly runId: string } | null> {
      if (deps.reconcileEveryMs === undefined || !deps.fleets.get(fleet)?.analytics) return null;
      const at = deps.now();
      const before = await earlierRuns(deps.db, fleet);
      await reconciledSince(deps.db, { fleetId: fleet, at });
      const isFirst = before.lastStartedAt === undefined;
      const range = reconcileRange(at, before);
      return { runId: await beginReconcile(deps.db, { ...range, fleetId: fleet, isFirst, at }) };
    },

    /**
     * Continues a run for at most `SLICE_MS`, and returns the progress.
     * @throws ApplicationFailure worth a retry while the service or the database is unavailable; not worth a retry when no worker
     * has the fleet or its service configured any more
     */
    async advanceReconcile({ fleet, runId }: ReconcileRunInput): Promise<ReconcileProgress> {
      const key = { fleetId: fleet, id: runId };
      return withSignOfLife<ReconcileProgress, ListPosition>(async (stopCheck, keep) => {
        const work: Omit<ReconcileWork, 'run'> = {
          deps,
          client: serviceOf(deps, fleet),
          caller: createBackfillCaller(deps, { key, stopCheck }),
          concurrency: createConcurrency(),
          since: await reconciledSince(deps.db, { fleetId: fleet, at: deps.now() }),
        };
        const ends = performance.now() + SLICE_MS;
        const isOver = (): boolean => performance.now() >= ends;
        for (;;) {
          stopCheck();
          const run = await known(deps, key);
          const phase = await takeStep({ ...work, run }, { stopCheck, keep, isOver });
          if (phase === 'over' || isOver()) return progressOf(phase, await known(deps, key));
        }
      });
    },

    /** Records that a run failed. Does not change a run that is already over. */
    async failReconcile(input: ReconcileRunInput & { readonly problem: string }): Promise<void> {
      const { fleet: fleetId, runId: id, problem } = input;
      await endReconcile(deps.db, { fleetId, id, state: 'failed', problem, at: deps.now() });
    },
  };
}

/**
 * Returns the client of the fleet's analytics service. Fails permanently if no worker has the fleet configured: the next run
 * after the fleet is back recovers the missing trips.
 */
function serviceOf(deps: ActivityDependencies, fleet: string): AnalyticsClient {
  try {
    return analyticsOf(deps, fleet);
  } catch (error) {
    const isOfConfiguration = error instanceof UnknownFleetError || error instanceof NoAnalyticsError;
    if (isOfConfiguration && isGoneEverywhere(deps.now()))
      throw ApplicationFailure.nonRetryable(error.message, 'reconcile_no_service');
    throw error;
  }
}

/** Returns the run in its current state. @throws ApplicationFailure when the run is no longer stored */
async function known(
  deps: ActivityDependencies,
  key: { readonly fleetId: string; readonly id: string },
): Promise<ReconcileRun> {
  const run = await getReconcile(deps.db, key);
  if (!run)
    throw ApplicationFailure.nonRetryable('The reconciliation run is no longer stored.', 'reconcile_unknown');
  return run;
}

function progressOf(phase: ReconcileProgress['phase'], run: ReconcileRun): ReconcileProgress {
  return { phase, listed: run.tripsListed, started: run.tripsRecovered, gone: run.tripsGone };
}

/**
 * Does the next step of a run: lists the drivers, compares some drivers, requests trips that were not listed, or reads trips
 * again and ends the run.
 * @returns the phase of the step, or `over`
 */
async function takeStep(work: ReconcileWork, slice: Slice): Promise<ReconcileProgress['phase']> {
  const { deps, run } = work;
  const key = { fleetId: run.fleetId, id: run.id };
  if (run.state !== 'running') return 'over';
  if (run.driversListedAt === null) {
    await listDrivers(work, slice.keep);
    return 'drivers';
  }
  const drivers = await countReconcileDrivers(deps.db, key);
  const lanes = lanesFor({ drivers, attempt: activityInfo().attempt });
  const driverIds = await nextReconcileDrivers(deps.db, { ...key, limit: BATCH });
  if (driverIds.length > 0) {
    const each = (driverId: string, concurrency: ReconcileWork['concurrency']): Promise<void> =>
      reconcileDriver({ ...work, concurrency }, driverId);
    await sideBySide(driverIds, { ...slice, lanes, work: each });
    return 'trips';
  }
  if (!(await askForUnmet(work, slice))) return 'unmet';
  if (!(await rereadTrips(work, { ...slice, lanes }))) return 'unmet';
  const { gone, doubted } = await markGoneTrips(work);
  if (doubted === 0) await deps.alarms.clear(run.fleetId, 'analytics_trips_missing');
  const problem = run.problem ?? (await problemOfUnread(work));
  await endReconcile(deps.db, { ...key, state: 'done', gone, ...(problem && { problem }), at: deps.now() });
  const { fromDate, toDate, tripsListed, tripsRecovered } = run;
  const figures = { listed: tripsListed, started: tripsRecovered, gone, doubted };
  deps.log.info(
    { fleet: run.fleetId, from: fromDate, to: toDate, ...figures },
    'trips of the service compared',
  );
  return 'over';
}
