import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { AnalyticsClient } from '../../analytics/index.ts';
import { reconcileRange } from '../../rules/facts/index.ts';
import {
  beginReconcile,
  countReconcileDrivers,
  endReconcile,
  getReconcile,
  lookedAfterSince,
  nextReconcileDrivers,
  earlierRuns,
} from '../../store/coverage/index.ts';
import type { ReconcileRun } from '../../store/coverage/index.ts';
import type {
  ReconcileInput,
  ReconcileProgress,
  ReconcileRunInput,
} from '../../workflows/contracts/index.ts';
import { createBackfillCaller } from '../facts/index.ts';
import { NoAnalyticsError, UnknownFleetError, analyticsOf } from '../connections/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import { isGoneEverywhere, withSignOfLife } from '../resilience/index.ts';
import type { KeepPosition, StopCheck } from '../resilience/index.ts';
import { reconcileDriver } from './driver.ts';
import { listDrivers } from './driverList.ts';
import type { ListPosition } from './driverList.ts';
import { askForUnmet, settleGone } from './gone.ts';
import { createReconcilePace, lanesFor } from './pace.ts';
import type { ReconcileWork } from './pace.ts';
import { rereadTrips } from './reread.ts';
import { problemOfUnread } from './unread.ts';
import { sideBySide } from './sideBySide.ts';

/** A slice ends after this, so that the workflow learns how far the walk is. */
const SLICE_MS = 20_000;
/** Drivers read from the store at a time. */
const BATCH = 200;

/** What a step of a walk needs besides the walk itself. */
interface Slice {
  readonly stopCheck: StopCheck;
  readonly keep: KeepPosition<ListPosition>;
  readonly isOver: () => boolean;
}

/** Activities of the walk through the service's lists. All may be repeated: how far it is stands in the store. */
export function createReconciling(deps: ActivityDependencies) {
  return {
    /** Begins a walk of the fleet; null when there is nothing to walk: walks are off, or the fleet has no analytics service. */
    async openReconcile({ fleet }: ReconcileInput): Promise<{ readonly runId: string } | null> {
      if (deps.reconcileEveryMs === undefined || !deps.fleets.get(fleet)?.analytics) return null;
      const at = deps.now();
      const before = await earlierRuns(deps.db, fleet);
      await lookedAfterSince(deps.db, { fleetId: fleet, at });
      const isFirst = before.lastStartedAt === undefined;
      const range = reconcileRange(at, before);
      return { runId: await beginReconcile(deps.db, { ...range, fleetId: fleet, isFirst, at }) };
    },

    /**
     * Goes on with a walk for one slice of time.
     * @throws ApplicationFailure (worth a retry) while the service or the database is away; one for good when the fleet or its
     * service is configured on no worker any more
     */
    async advanceReconcile({ fleet, runId }: ReconcileRunInput): Promise<ReconcileProgress> {
      const key = { fleetId: fleet, id: runId };
      return withSignOfLife<ReconcileProgress, ListPosition>(async (stopCheck, keep) => {
        const work: Omit<ReconcileWork, 'run'> = {
          deps,
          client: serviceOf(deps, fleet),
          caller: createBackfillCaller(deps, { key, stopCheck }),
          pace: createReconcilePace(),
          since: await lookedAfterSince(deps.db, { fleetId: fleet, at: deps.now() }),
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

    /** Notes that a walk failed; one that is over stays as it is. */
    async failReconcile(input: ReconcileRunInput & { readonly problem: string }): Promise<void> {
      const { fleet: fleetId, runId: id, problem } = input;
      await endReconcile(deps.db, { fleetId, id, state: 'failed', problem, at: deps.now() });
    },
  };
}

/** A walk does not wait for a configuration that no worker has: the next one, once the fleet is back, finds what this one did not. */
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

/** @throws ApplicationFailure when it is not kept any more */
async function known(
  deps: ActivityDependencies,
  key: { readonly fleetId: string; readonly id: string },
): Promise<ReconcileRun> {
  const run = await getReconcile(deps.db, key);
  if (!run) throw ApplicationFailure.nonRetryable('The walk is no longer kept.', 'reconcile_unknown');
  return run;
}

function progressOf(phase: ReconcileProgress['phase'], run: ReconcileRun): ReconcileProgress {
  return { phase, listed: run.tripsListed, started: run.tripsStarted, gone: run.tripsGone };
}

/** The list of drivers, or some drivers, or what was not met, or what is read again and the end. */
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
    const each = (driverId: string, pace: ReconcileWork['pace']): Promise<void> =>
      reconcileDriver({ ...work, pace }, driverId);
    await sideBySide(driverIds, { ...slice, lanes, work: each });
    return 'trips';
  }
  if (!(await askForUnmet(work, slice))) return 'unmet';
  if (!(await rereadTrips(work, { ...slice, lanes }))) return 'unmet';
  const { gone, doubted } = await settleGone(work);
  if (doubted === 0) await deps.alarms.clear(run.fleetId, 'analytics_trips_missing');
  const problem = run.problem ?? (await problemOfUnread(work));
  await endReconcile(deps.db, { ...key, state: 'done', gone, ...(problem && { problem }), at: deps.now() });
  const { fromDate, toDate, tripsListed, tripsStarted } = run;
  const figures = { listed: tripsListed, started: tripsStarted, gone, doubted };
  deps.log.info(
    { fleet: run.fleetId, from: fromDate, to: toDate, ...figures },
    'trips of the service compared',
  );
  return 'over';
}
