import {
  continueAsNew,
  defineQuery,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { BACKTEST_PROGRESS } from './contracts/index.ts';
import type { BacktestInput, BacktestProgress } from './contracts/index.ts';
import { ASKED_READ, COMPUTE } from './profiles.ts';
import { whereItCanBeRead } from './missingKey.ts';
import { inSlices } from './slices.ts';

const compute = proxyActivities<Activities>(COMPUTE);
const note = proxyActivities<Activities>(ASKED_READ);

/** Milliseconds to wait at most for a worker that can decrypt the back-test's data. */
const WAITS_MS = 3 * 86_400_000;

/** Tests a rule on stored trips, in slices. The workflow handles only numbers of trips; the result is written to the store. */
export async function backtestWorkflow(input: BacktestInput): Promise<BacktestProgress> {
  let progress: BacktestProgress = { tripsDone: 0, tripsTotal: 0, phase: 'scanning' };
  setHandler(defineQuery<BacktestProgress>(BACKTEST_PROGRESS), () => progress);
  return inSlices({
    async slice() {
      progress = await whereItCanBeRead(() => compute.scanBacktest(input), WAITS_MS);
      setCurrentDetails(`${progress.phase}: ${progress.tripsDone} of ${progress.tripsTotal} trips`);
      if (progress.phase === 'scanning') return undefined;
      if (progress.phase === 'answering')
        await whereItCanBeRead(() => compute.answerBacktest(input), WAITS_MS);
      return { ...progress, phase: 'over' as const };
    },
    continueAsNew: () => continueAsNew<typeof backtestWorkflow>(input),
    noteEnd: (end) => whereItCanBeRead(() => note.endBacktest({ ...input, ...end }), WAITS_MS),
  });
}
