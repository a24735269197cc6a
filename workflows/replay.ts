import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ReplayInput, SimulationInput, SimulationResult } from './contract.ts';
import { carryOutDecision } from './deliveries.ts';
import { ASKED_READ } from './profiles.ts';

const read = proxyActivities<Activities>(ASKED_READ);

/** Reads a trip again and decides again; with effects, what the ledger does not show as sent is sent. */
export async function replayWorkflow(input: ReplayInput): Promise<SimulationResult> {
  const replay = await read.replayTrip(input);
  await carryOutDecision(input.fleet, replay);
  return replay.result;
}

/** Decides about a trip for somebody who asks; nothing is sent and nothing is kept but the answer. */
export async function simulationWorkflow(input: SimulationInput): Promise<SimulationResult> {
  return read.simulateTrip(input);
}
