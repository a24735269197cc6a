import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { FleetSchedulesInput } from './contracts/index.ts';
import { PATIENT_READ } from './profiles.ts';

const { syncFleetSchedules } = proxyActivities<Activities>(PATIENT_READ);

/** Makes a fleet's own schedules what they should be. */
export async function fleetSchedulesWorkflow(input: FleetSchedulesInput): Promise<void> {
  await syncFleetSchedules(input);
}
