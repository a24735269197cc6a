import { isCancellation, proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { Assessment } from '../activities/trips/index.ts';
import type { TripInput, TripResult } from './contracts/index.ts';
import { PATIENT_READ, QUICK_READ } from './profiles.ts';
import { executeAndComplete } from './secondDecision.ts';
import { whenReadable } from './whenReadable.ts';

const quick = proxyLocalActivities<Activities>(QUICK_READ);
const patient = proxyActivities<Activities>(PATIENT_READ);

/** One announced trip, from notification to the last delivery. Started once per (fleet, driver, trip). */
export async function tripWorkflow(input: TripInput): Promise<TripResult> {
  const assessment = await whenReadable(() => assess(input));
  if (assessment.kind === 'not_readable') {
    const { failedInside } = assessment;
    const { workflowId } = workflowInfo();
    await patient.parkTrip(failedInside === undefined ? input : { ...input, workflowId, failedInside });
    return { state: 'parked', revision: 0, deliveries: 0 };
  }
  await executeAndComplete(input, assessment);
  return { state: assessment.state, revision: assessment.revision, deliveries: assessment.deliveries.length };
}

async function assess(input: TripInput): Promise<Assessment> {
  const asked = { ...input, workflowId: workflowInfo().workflowId };
  try {
    return await quick.assessTrip(asked);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return patient.assessTrip(asked);
  }
}
