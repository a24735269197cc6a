import { setImmediate as turn } from 'node:timers/promises';
import { CancelledFailure, Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { answering, planBacktest } from '../../rules/backtests/index.ts';
import type { BacktestResult } from '../../rules/backtests/index.ts';
import { needsDriverGroups } from '../../rules/facts/index.ts';
import { localClockOf } from '../../rules/time/index.ts';
import {
  backtestParts,
  backtestPosition,
  beginBacktest,
  countTripsEnded,
  endBacktest,
  getBacktest,
  resolvedTrips,
  keepBacktestPart,
} from '../../store/backtests/index.ts';
import type { Backtest, BacktestKey } from '../../store/backtests/index.ts';
import type { BacktestInput, BacktestProgress } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { readGroupsFirst } from '../facts/index.ts';
import { contextOf, fleetFactsOf, rangeOf } from './context.ts';
import { scanTrips } from './scan.ts';

/**
 * Number of trips after which a part of the result is stored, once the current driver is complete. So a killed worker loses at
 * most one part.
 */
const TRIPS_A_PART = 5_000;
/**
 * Milliseconds after which the computation yields to the event loop, so that pages and alerts on the same thread are not delayed.
 */
const TURN_AFTER_MS = 10;
/** Milliseconds after which the activity ends a slice (one call), so that the workflow learns the progress. */
const SLICE_MS = 20_000;

/** Creates the activities of a back-test. Temporal may repeat each of them, because completed work is stored. */
export function createBacktests(deps: ActivityDependencies) {
  return {
    /** Evaluates trips for at most `SLICE_MS`, starting after the last stored part, and returns the progress. */
    async scanBacktest(input: BacktestInput): Promise<BacktestProgress> {
      const key = keyOf(input);
      const row = await unfinished(deps, key);
      if (!row) return { tripsDone: 0, tripsTotal: 0, phase: 'over' };
      const plan = planBacktest(row.question);
      if (plan.compiled.needsGroups || plan.compiled.requests.some(needsDriverGroups))
        await readGroupsFirst(deps, key.fleetId);
      const tripsTotal = await begin(deps, key, row);
      const position = await backtestPosition(deps.db, key);
      const { afterDriverId } = position;
      const sliceEnds = deps.now().getTime() + SLICE_MS;
      let { part, tripsDone } = position;
      const range = rangeOf(row.question);
      const scan = scanTrips(deps.db, {
        fleetId: key.fleetId,
        plan,
        range,
        fleet: await fleetFactsOf(deps.db, { fleetId: key.fleetId, plan, range }),
        clock: localClockOf(row.question.timezone),
        ...(afterDriverId === undefined ? {} : { afterDriverId }),
        onBatch: () => signOfLife({ tripsDone }),
        tripsAPart: TRIPS_A_PART,
      });
      for await (const scanned of scan) {
        if (!(await keepBacktestPart(deps.db, { ...key, part, ...scanned })))
          return { tripsDone, tripsTotal, phase: await phaseOf(deps, key) };
        part += 1;
        tripsDone += scanned.trips;
        if (deps.now().getTime() >= sliceEnds) return { tripsDone, tripsTotal, phase: 'scanning' };
      }
      return { tripsDone, tripsTotal, phase: 'answering' };
    },

    /** Applies throttle, budget and the other limits to the matches, and stores the back-test's result. */
    async answerBacktest(input: BacktestInput): Promise<void> {
      const key = keyOf(input);
      const row = await unfinished(deps, key);
      if (!row) return;
      const { question } = row;
      const { leftOut, backfilled } = await countTripsEnded(deps.db, {
        fleetId: key.fleetId,
        ...rangeOf(question),
      });
      const parts = await backtestParts(deps.db, key);
      const named = parts.flatMap(({ matches, sweep }) => [...matches, ...(sweep?.trips ?? [])]);
      const drivers = [...new Set(named.map(({ driverId }) => driverId))];
      const resolved = question.sweep && {
        resolved: await resolvedTrips(deps.db, {
          fleetId: key.fleetId,
          rule: question.tested.id,
          ...rangeOf(question),
        }),
      };
      const steps = answering({
        question,
        parts,
        ...resolved,
        plan: planBacktest(question),
        leftOut,
        backfilled,
        context: await contextOf(deps.db, { fleetId: key.fleetId, question, drivers }),
      });
      const result = await inSlices(steps);
      await endBacktest(deps.db, { ...key, state: 'done', result, at: deps.now() });
    },

    /** Records that a back-test was cancelled or failed. Does not change a back-test that is already over. */
    async endBacktest(
      input: BacktestInput & { readonly state: 'cancelled' | 'failed'; readonly error?: string },
    ): Promise<void> {
      const { state, error } = input;
      const why = error === undefined ? {} : { error };
      await endBacktest(deps.db, { ...keyOf(input), state, ...why, at: deps.now() });
    },
  };
}

function keyOf({ fleet, backtestId }: BacktestInput): BacktestKey {
  return { fleetId: fleet, id: backtestId };
}

/**
 * Returns the back-test while it is waiting or running, or `undefined` once it is over.
 * @throws ApplicationFailure when the back-test is not stored
 */
async function unfinished(deps: ActivityDependencies, key: BacktestKey): Promise<Backtest | undefined> {
  const row = await getBacktest(deps.db, key);
  if (!row) throw ApplicationFailure.nonRetryable('The back-test is no longer stored.', 'backtest_unknown');
  return row.state === 'waiting' || row.state === 'running' ? row : undefined;
}

async function begin(deps: ActivityDependencies, key: BacktestKey, row: Backtest): Promise<number> {
  if (row.state === 'running' && row.tripsTotal !== null) return row.tripsTotal;
  const { trips } = await countTripsEnded(deps.db, { fleetId: key.fleetId, ...rangeOf(row.question) });
  await beginBacktest(deps.db, { ...key, tripsTotal: trips, at: deps.now() });
  return trips;
}

/**
 * Returns the phase after another attempt stored this part first: `over`, or `scanning` if this attempt has to continue after
 * that part.
 */
async function phaseOf(deps: ActivityDependencies, key: BacktestKey): Promise<'over' | 'scanning'> {
  return (await unfinished(deps, key)) ? 'scanning' : 'over';
}

/** Sends a heartbeat to Temporal. @throws CancelledFailure when the back-test was cancelled */
function signOfLife(details: object): void {
  const context = Context.current();
  context.heartbeat(details);
  if (context.cancellationSignal.aborted) throw new CancelledFailure('The back-test was cancelled.');
}

/** Runs a long computation, and yields to the event loop every `TURN_AFTER_MS`. */
async function inSlices(steps: Generator<number, BacktestResult>): Promise<BacktestResult> {
  for (let since = performance.now(); ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < TURN_AFTER_MS) continue;
    signOfLife({ matchesDone: step.value });
    await turn();
    since = performance.now();
  }
}
