import {
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { Assessment, NotReadable, Settled } from '../activities/trips/index.ts';
import type {
  ReplayInput,
  SimulationInput,
  SimulationResult,
  SuppressedInput,
  TripInput,
  TripResult,
} from './contracts/index.ts';
import { executeDecision } from './deliveries.ts';
import { whereItCanBeRead } from './missingKey.ts';
import { ASKED_READ, RETRIED_READ, QUICK_READ } from './profiles.ts';
import { executeAndComplete, whenReadable } from './readableTrip.ts';

const quick = proxyLocalActivities<Activities>(QUICK_READ);
const retried = proxyActivities<Activities>(RETRIED_READ);

/** Processes a trip, from its notification to its last delivery. Started once per fleet, driver and trip. */
export async function tripWorkflow(input: TripInput): Promise<TripResult> {
  const read = await whenReadable(() => assess(input));
  const assessment = read.kind === 'not_readable' ? await park(input, read) : read;
  if (!assessment) {
    setCurrentDetails('Parked: the trip’s data could not be read');
    return { state: 'parked', revision: 0, deliveries: 0 };
  }
  const { revision, deliveries } = assessment;
  setCurrentDetails(
    `Decided, revision ${revision}: ${deliveries.length === 1 ? '1 delivery' : `${deliveries.length} deliveries`}`,
  );
  await executeAndComplete(input, assessment);
  return { state: assessment.state, revision, deliveries: deliveries.length };
}

/** Parks a trip. @returns the decision with the notification's own data, if that was possible; undefined if the trip is parked */
function park(input: TripInput, { failedInside }: NotReadable): Promise<Settled | undefined> {
  const { workflowId } = workflowInfo();
  return retried.parkTrip(failedInside === undefined ? input : { ...input, workflowId, failedInside });
}

async function assess(input: TripInput): Promise<Assessment> {
  const asked = { ...input, workflowId: workflowInfo().workflowId };
  try {
    return await quick.assessTrip(asked);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return retried.assessTrip(asked);
  }
}

const read = proxyActivities<Activities>(ASKED_READ);

/**
 * Milliseconds that a replay waits at most for a worker that can decrypt its input. It may wait for days, because its deliveries
 * matter even then.
 */
const REPLAY_WAITS_MS = 3 * 86_400_000;
/**
 * Milliseconds that a simulation waits at most for a worker that can decrypt its input. It is less than the 45 seconds for which
 * the caller waits, so that the caller learns the reason.
 */
const SIMULATION_WAITS_MS = 31_000;

/** Replays a trip: reads and evaluates it again. With `effects`, sends the deliveries that the ledger does not record as sent. */
export async function replayWorkflow(input: ReplayInput): Promise<SimulationResult> {
  const replay = await whereItCanBeRead(() => read.replayTrip(input), REPLAY_WAITS_MS);
  await executeDecision(input.fleet, replay);
  return replay.result;
}

/** Evaluates a trip for a simulation. Sends nothing, and stores only the answer. */
export async function simulationWorkflow(input: SimulationInput): Promise<SimulationResult> {
  return whereItCanBeRead(() => read.simulateTrip(input), SIMULATION_WAITS_MS);
}

/** Admits the alerts that an unsent alert suppressed, and sends them. */
export async function suppressedWorkflow(input: SuppressedInput): Promise<void> {
  await executeDecision(input.fleet, await retried.admitSuppressed(input));
}
