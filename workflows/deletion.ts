import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { DeletionInput, DeletionResult } from './contract.ts';
import { carryOut, scheduleReleases } from './deliveries.ts';
import { DESTROY } from './profiles.ts';

const destroy = proxyActivities<Activities>(DESTROY);

/**
 * Carries out a deletion that a person approved: read again, guard, snapshot, delete, verify. Where the trip has changed
 * since it was decided, what the new revision calls for is carried out instead.
 */
export async function deletionWorkflow(input: DeletionInput): Promise<DeletionResult> {
  const { state, reason, deliveries, releases } = await destroy.carryOutDeletion(input);
  await scheduleReleases(input.fleet, releases);
  // A history recorded before this knows no deliveries.
  await carryOut(input.fleet, deliveries ?? []);
  return { state: state as DeletionResult['state'], ...(reason === undefined ? {} : { reason }) };
}
