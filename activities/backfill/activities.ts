import { ApplicationFailure } from '@temporalio/common';
import {
  addBackfillDrivers,
  backfillFigures,
  beginBackfill,
  endBackfill,
  finishBackfillDriver,
  getBackfill,
  isAtWork,
  nextBackfillDriver,
  noteBackfill,
} from '../../store/backfill/index.ts';
import type { Backfill, BackfillDriver, BackfillKey } from '../../store/backfill/index.ts';
import { addDays } from '../../rules/time/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import { keepMissingReadings } from '../../store/facts/index.ts';
import type { BackfillInput, BackfillProgress } from '../../workflows/contracts/index.ts';
import { NoAnalyticsError, UnknownFleetError, analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { BackfillOverError, createBackfillCaller, expectOk } from '../facts/index.ts';
import type { RuleLoader } from '../facts/index.ts';
import { retryLater } from '../failures/index.ts';
import { withSignOfLife } from '../resilience/index.ts';
import { backfillDriver, isOfService, shownId } from './driver.ts';
import { createHealthProbe } from './healthProbe.ts';
import type { BackfillWork } from './healthProbe.ts';
import { rangeOf } from './range.ts';

/** Milliseconds after which the activity ends a slice (one call), so that the workflow learns the progress. */
const SLICE_MS = 20_000;

/** Creates the activities of a backfill. Temporal may repeat each of them, because completed work is stored. */
export function createBackfills(deps: ActivityDependencies, loadRules: RuleLoader) {
  return {
    /**
     * Continues a backfill for at most `SLICE_MS`, and returns the progress.
     * @throws ApplicationFailure (worth a retry) while the service or the database is unavailable
     */
    async advanceBackfill(input: BackfillInput): Promise<BackfillProgress> {
      const key: BackfillKey = { fleetId: input.fleet, id: input.backfillId };
      return withSignOfLife(async (stopCheck) => {
        const backfill = await known(deps, key);
        const caller = createBackfillCaller(deps, { key, stopCheck });
        const sliceEnds = deps.now().getTime() + SLICE_MS;
        try {
          const client = analyticsOf(deps, key.fleetId);
          const healthProbe = createHealthProbe({ deps, client, caller, fleetId: key.fleetId });
          const work = { deps, loadRules, client, caller, healthProbe, backfill };
          await beginBackfill(deps.db, { ...key, at: deps.now() });
          for (;;) {
            stopCheck();
            // Reads the backfill again before each step, because only its row says whether the backfill is over.
            const phase = await takeStep({ ...work, backfill: await known(deps, key) });
            if (phase !== 'over') await caller.flush();
            if (phase === 'over' || deps.now().getTime() >= sliceEnds)
              return { phase, ...(await figures(deps, key)) };
          }
        } catch (error) {
          if (error instanceof BackfillOverError) return { phase: 'over', ...(await figures(deps, key)) };
          const waitingFor = passing(error);
          if (waitingFor !== undefined) await noteBackfill(deps.db, { ...key, waitingFor });
          throw error;
        }
      });
    },

    /** Records that a backfill was cancelled or failed. Does not change a backfill that is already over. */
    async endBackfill(
      input: BackfillInput & { readonly state: 'cancelled' | 'failed'; readonly error?: string },
    ): Promise<void> {
      const { fleet: fleetId, backfillId: id, state, error } = input;
      const why = error === undefined ? {} : { error };
      await endBackfill(deps.db, { fleetId, id, state, ...why, at: deps.now() });
    },
  };
}

/** Returns the error's message if the cause is temporary or a person can fix it, otherwise `undefined`. */
function passing(error: unknown): string | undefined {
  const isOfConfiguration = error instanceof NoAnalyticsError || error instanceof UnknownFleetError;
  return isOfService(error) || isOfConfiguration ? error.message : undefined;
}

/** Returns the stored backfill. @throws ApplicationFailure when the backfill is not stored */
async function known(deps: ActivityDependencies, key: BackfillKey): Promise<Backfill> {
  const row = await getBackfill(deps.db, key);
  if (!row) throw ApplicationFailure.nonRetryable('The backfill is no longer stored.', 'backfill_unknown');
  return row;
}

/**
 * Does the next step of a backfill: lists the drivers, fetches one driver's trips, reads one date's scores, or ends the backfill.
 * @returns the phase of the step, or `over`
 */
async function takeStep(work: BackfillWork): Promise<BackfillProgress['phase']> {
  const { deps, backfill } = work;
  const { fleetId, id } = backfill;
  if (!isAtWork(backfill)) return 'over';
  if (backfill.driversListedAt === null) {
    await listDrivers(work);
    return 'drivers';
  }
  const nextDriver = await nextBackfillDriver(deps.db, { fleetId, id });
  // Reads scores while the next driver is deferred, so that a deferred driver delays nothing else.
  if (nextDriver?.postponedUntil !== null && (await backfillNextReadings(work))) return 'readings';
  if (nextDriver) {
    await waitForDriver(work, nextDriver);
    await backfillDriver(work, nextDriver);
    return 'trips';
  }
  await endBackfill(deps.db, { fleetId, id, state: 'done', at: deps.now() });
  return 'over';
}

/** Longest wait in milliseconds before a deferred driver is checked again, so that the backfill keeps showing why it waits. */
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Waits until the driver may be requested again. Only deferred drivers, whose trips the service refused, are left by then.
 * @throws ApplicationFailure (worth a retry) while the driver is deferred; the retry follows when the deferral ends
 */
async function waitForDriver(
  { deps, backfill }: BackfillWork,
  { postponedUntil }: BackfillDriver,
): Promise<void> {
  const waitMs = postponedUntil === null ? 0 : postponedUntil.getTime() - deps.now().getTime();
  if (waitMs <= 0) return;
  const { driversTotal, driversDone } = await backfillFigures(deps.db, backfill);
  const left = driversTotal - driversDone;
  const whose = left === 1 ? 'a driver' : `${left} drivers`;
  const reason = `The analytics service refuses trips of ${whose}; they are requested again.`;
  return retryLater('analytics_refusing', reason, Math.min(waitMs, LONGEST_WAIT_MS));
}

/** Records every driver with a trip in the range. Repeating the call after a failure adds no driver twice. */
async function listDrivers(work: BackfillWork): Promise<void> {
  const { deps, backfill, caller, client } = work;
  const { fleetId, id } = backfill;
  const { startDate, endDate } = rangeOf(backfill);
  for await (const outcome of client.driversPages({ startDate, endDate, fields: ['info'] })) {
    caller.count(1);
    const { rows } = await expectOk(deps, fleetId, outcome);
    const driverIds = rows.map(({ driverId }) => driverId);
    await addBackfillDrivers(deps.db, { fleetId, id, driverIds: driverIds.filter(isStorableId) });
    for (const driverId of driverIds.filter((each) => !isStorableId(each)))
      await passOver(work, shownId(driverId));
    await caller.flush();
  }
  await noteBackfill(deps.db, { fleetId, id, driversListedAt: deps.now() });
}

async function passOver(work: BackfillWork, driverId: string): Promise<void> {
  const { fleetId, id } = work.backfill;
  const at = work.deps.now();
  const problems = [{ driver_id: driverId, message: 'The driver id cannot be stored.' }];
  await addBackfillDrivers(work.deps.db, { fleetId, id, driverIds: [driverId] });
  await finishBackfillDriver(work.deps.db, { fleetId, id, driverId, found: 0, problems, at });
}

async function figures(
  deps: ActivityDependencies,
  key: BackfillKey,
): Promise<Omit<BackfillProgress, 'phase'>> {
  const { driversDone, driversTotal, tripsStored } = await backfillFigures(deps.db, key);
  return { driversDone, driversTotal, tripsStored };
}

/** Days that one driver score covers: the seven days up to a date, as for live scores. */
const RANGE_DAYS = 7;
/**
 * Days before the backfill's range for which scores are read too, so that the range's first trips have a score of a week earlier.
 */
const DAYS_BEFORE = 7;

/**
 * Stores all drivers' scores as of the next date. The service lists fifty drivers per call. Its endpoint for one driver would
 * need a call per driver and date. The daily series does not help, because its scores cover single days.
 * @returns whether there was a date left
 */
async function backfillNextReadings(work: BackfillWork): Promise<boolean> {
  const { deps, backfill, caller, client } = work;
  const { fleetId, id } = backfill;
  const endDate = nextDate(backfill);
  if (endDate === undefined) return false;
  const query = {
    startDate: addDays(endDate, 1 - RANGE_DAYS),
    endDate,
    fields: ['info', 'driving_behavior'] as const,
  };
  let readingsStored = 0;
  for await (const outcome of client.driversPages(query)) {
    caller.count(1);
    const page = await expectOk(deps, fleetId, outcome);
    const readings = page.rows.filter(({ driverId }) => isStorableId(driverId));
    readingsStored += await keepMissingReadings(deps.db, { fleetId, endDate, readings, at: deps.now() });
    await caller.flush();
  }
  await noteBackfill(deps.db, { fleetId, id, readingsUntil: endDate, readingsStored });
  return true;
}

function nextDate(backfill: BackfillWork['backfill']): string | undefined {
  const { startDate, endDate } = rangeOf(backfill);
  const next = backfill.readingsUntil ? addDays(backfill.readingsUntil, 1) : addDays(startDate, -DAYS_BEFORE);
  return next <= endDate ? next : undefined;
}
