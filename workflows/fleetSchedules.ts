import { proxyActivities, setWorkflowOptions } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { FleetSchedulesInput } from './contract.ts';
import { PATIENT_READ } from './profiles.ts';
import { MOVES } from './versions.ts';

const { syncFleetSchedules } = proxyActivities<Activities>(PATIENT_READ);

setWorkflowOptions(MOVES, fleetSchedulesWorkflow);
/** Makes a fleet's own schedules what they should be. */
export async function fleetSchedulesWorkflow(input: FleetSchedulesInput): Promise<void> {
  await syncFleetSchedules(input);
}
