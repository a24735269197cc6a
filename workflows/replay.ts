import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ReplayInput, SimulationInput, SimulationResult } from './contracts/index.ts';
import { executeDecision } from './deliveries.ts';
import { ASKED_READ } from './profiles.ts';
import { whereItCanBeRead } from './unreadable.ts';

const read = proxyActivities<Activities>(ASKED_READ);

/** A replay is work, which waits for days for a worker that can read it. */
const REPLAY_WAITS_MS = 3 * 86_400_000;
/** Who asks for a simulation waits three quarters of a minute: the reason why there is none has to be there before. */
const SIMULATION_WAITS_MS = 31_000;

/** Reads a trip again and decides again; with effects, what the ledger does not show as sent is sent. */
export async function replayWorkflow(input: ReplayInput): Promise<SimulationResult> {
  const replay = await whereItCanBeRead(() => read.replayTrip(input), REPLAY_WAITS_MS);
  await executeDecision(input.fleet, replay);
  return replay.result;
}

/** Decides about a trip for somebody who asks; nothing is sent and nothing is kept but the answer. */
export async function simulationWorkflow(input: SimulationInput): Promise<SimulationResult> {
  return whereItCanBeRead(() => read.simulateTrip(input), SIMULATION_WAITS_MS);
}
