import {
  continueAsNew,
  defineQuery,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { BACKFILL_PROGRESS } from './contracts/index.ts';
import type { BackfillInput, BackfillProgress, BackfilledTripInput } from './contracts/index.ts';
import { BACKFILL, RETRIED_READ } from './profiles.ts';
import { executeAndComplete } from './readableTrip.ts';
import { inSlices } from './slices.ts';

const slow = proxyActivities<Activities>(BACKFILL);
const note = proxyActivities<Activities>(RETRIED_READ);

/**
 * Fetches a fleet's past drivers, trips and scores in slices. The workflow handles only numbers; the data is stored by
 * activities.
 */
export async function backfillWorkflow(input: BackfillInput): Promise<BackfillProgress> {
  let progress: BackfillProgress = { phase: 'drivers', driversDone: 0, driversTotal: 0, tripsStored: 0 };
  setHandler(defineQuery<BackfillProgress>(BACKFILL_PROGRESS), () => progress);
  return inSlices({
    async slice() {
      progress = await slow.advanceBackfill(input);
      const { phase, driversDone, driversTotal, tripsStored } = progress;
      setCurrentDetails(`${phase}: ${driversDone} of ${driversTotal} drivers, ${tripsStored} trips stored`);
      return progress.phase === 'over' ? progress : undefined;
    },
    continueAsNew: () => continueAsNew<typeof backfillWorkflow>(input),
    noteEnd: (end) => note.endBackfill({ ...input, ...end }),
  });
}

/** Carries out the decision about a trip that a backfill with alerts found. */
export async function backfilledTripWorkflow(input: BackfilledTripInput): Promise<void> {
  const { fleet, driverId, tripId } = input;
  await executeAndComplete({ fleet, driverId, tripId }, input);
}
