import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { DeletionInput, DeletionResult } from './contract.ts';
import { DESTROY } from './profiles.ts';

const destroy = proxyActivities<Activities>(DESTROY);

/** Carries out a deletion that a person approved: read again, guard, snapshot, delete, verify. */
export async function deletionWorkflow(input: DeletionInput): Promise<DeletionResult> {
  return destroy.carryOutDeletion(input);
}
