import {
  CancellationScope,
  ContinueAsNew,
  continueAsNew,
  proxyActivities,
  rootCause,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { LookAgainInput, ReconcileInput, ReconcileProgress } from './contracts/index.ts';
import { BACKFILL, PATIENT_READ } from './profiles.ts';
import { lookAgain } from './secondDecision.ts';

const slow = proxyActivities<Activities>(BACKFILL);
const note = proxyActivities<Activities>(PATIENT_READ);

/** A history of so many slices is long enough; how far the walk is stands in the store. */
const SLICES_A_RUN = 200;

/**
 * Walks through what the service lists, slice by slice, and begins the way of each trip that no notification announced.
 * Nothing but counts passes through here. @returns null when the fleet has no analytics service
 */
export async function reconcileWorkflow(input: ReconcileInput): Promise<ReconcileProgress | null> {
  const { fleet } = input;
  const opened = input.runId === undefined ? await note.openReconcile({ fleet }) : { runId: input.runId };
  if (opened === null) return null;
  const walk = { fleet, runId: opened.runId };
  try {
    for (let slice = 0; slice < SLICES_A_RUN; slice += 1) {
      const progress = await slow.advanceReconcile(walk);
      if (progress.phase === 'over') return progress;
    }
    return await continueAsNew<typeof reconcileWorkflow>(walk);
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    const problem = rootCause(error) ?? 'no reason was given';
    await CancellationScope.nonCancellable(() => note.failReconcile({ ...walk, problem }));
    throw error;
  }
}

/** Decides about a trip that was set aside, or gone, and that the service lists now. */
export async function lookAgainWorkflow({ fleet, driverId, tripId }: LookAgainInput): Promise<void> {
  await lookAgain({ fleet, driverId, tripId });
}
