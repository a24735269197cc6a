import {
  CancellationScope,
  ContinueAsNew,
  continueAsNew,
  defineQuery,
  isCancellation,
  proxyActivities,
  rootCause,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { BACKTEST_PROGRESS } from './contracts/index.ts';
import type { BacktestInput, BacktestProgress } from './contracts/index.ts';
import { ASKED_READ, COMPUTE } from './profiles.ts';
import { whereItCanBeRead } from './missingKey.ts';

const compute = proxyActivities<Activities>(COMPUTE);
const note = proxyActivities<Activities>(ASKED_READ);

/** A history of so many slices is long enough; what is done stands in the store. */
const SLICES_A_RUN = 200;
/** It waits for so long for a worker that can read it. */
const WAITS_MS = 3 * 86_400_000;

/** Tries a rule on stored trips, slice by slice. Nothing but counts passes through here; the result goes to the store. */
export async function backtestWorkflow(input: BacktestInput): Promise<BacktestProgress> {
  let progress: BacktestProgress = { tripsDone: 0, tripsTotal: 0, phase: 'scanning' };
  setHandler(defineQuery<BacktestProgress>(BACKTEST_PROGRESS), () => progress);
  try {
    for (let slice = 0; progress.phase === 'scanning'; slice += 1) {
      if (slice === SLICES_A_RUN) await continueAsNew<typeof backtestWorkflow>(input);
      progress = await whereItCanBeRead(() => compute.scanBacktest(input), WAITS_MS);
    }
    if (progress.phase === 'answering') await whereItCanBeRead(() => compute.answerBacktest(input), WAITS_MS);
    return { ...progress, phase: 'over' };
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    const end = isCancellation(error)
      ? ({ state: 'cancelled' } as const)
      : ({ state: 'failed', error: rootCause(error) ?? 'no reason was given' } as const);
    await CancellationScope.nonCancellable(() =>
      whereItCanBeRead(() => note.endBacktest({ ...input, ...end }), WAITS_MS),
    );
    throw error;
  }
}
