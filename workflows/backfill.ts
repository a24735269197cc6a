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
import { BACKFILL_PROGRESS } from './contracts/index.ts';
import type { BackfillInput, BackfillProgress, BackfilledTripInput } from './contracts/index.ts';
import { BACKFILL, RETRIED_READ } from './profiles.ts';
import { executeAndComplete } from './reevaluate.ts';

const slow = proxyActivities<Activities>(BACKFILL);
const note = proxyActivities<Activities>(RETRIED_READ);

/** A history of so many slices is long enough; what is done stands in the store. */
const SLICES_A_RUN = 200;

/** Fetches a fleet's history, slice by slice: drivers, their trips, their scores. Nothing but counts passes through here. */
export async function backfillWorkflow(input: BackfillInput): Promise<BackfillProgress> {
  let progress: BackfillProgress = { phase: 'drivers', driversDone: 0, driversTotal: 0, tripsStored: 0 };
  setHandler(defineQuery<BackfillProgress>(BACKFILL_PROGRESS), () => progress);
  try {
    for (let slice = 0; progress.phase !== 'over'; slice += 1) {
      if (slice === SLICES_A_RUN) await continueAsNew<typeof backfillWorkflow>(input);
      progress = await slow.advanceBackfill(input);
    }
    return progress;
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    // A worker that was dead when the cancellation came answers with a timeout.
    const isCancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
    const end = isCancelled
      ? ({ state: 'cancelled' } as const)
      : ({ state: 'failed', error: rootCause(error) ?? 'no reason was given' } as const);
    await CancellationScope.nonCancellable(() => note.endBackfill({ ...input, ...end }));
    throw error;
  }
}

/** Carries out what was decided about a trip that a backfill found, where it was asked to alert. */
export async function backfilledTripWorkflow(input: BackfilledTripInput): Promise<void> {
  const { fleet, driverId, tripId } = input;
  await executeAndComplete({ fleet, driverId, tripId }, input);
}
