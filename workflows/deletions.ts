import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { DeletionInput, DeletionPress, DeletionResult } from './contracts/index.ts';
import { deliver, finishDeletion, scheduleReleases } from './deliveries.ts';
import { DESTROY, RETRIED_READ, SEND } from './profiles.ts';

const destroy = proxyActivities<Activities>(DESTROY);
const send = proxyActivities<Activities>(SEND);
const retried = proxyActivities<Activities>(RETRIED_READ);

/**
 * Carries out a deletion that a person approved: reads the trip again, checks it, stores a snapshot, deletes and verifies. If the
 * trip has changed since its decision, it is not deleted, and the deliveries of its new revision are sent.
 *
 * Meanwhile the approval requests already show the approval, so that people do not press again during an outage, or while the
 * daily limit delays the deletion.
 */
export async function deletionWorkflow(input: DeletionInput): Promise<DeletionResult> {
  // Does not wait for this update, because the end of the deletion updates the messages again.
  const shown = retried.refreshDeletionRequest(input).catch(() => undefined);
  const outcome = await destroy.executeDeletion(input);
  const { state, reason, deliveries, releases } = outcome;
  await scheduleReleases(input.fleet, releases);
  await deliver(input.fleet, deliveries);
  await finishDeletion(input.fleet, outcome);
  await shown;
  return { state: state as DeletionResult['state'], ...(reason === undefined ? {} : { reason }) };
}

/** Expires an approval request that was not decided. The workflow starts when the request's time is over. */
export async function deletionExpiryWorkflow(input: DeletionInput): Promise<void> {
  const { asked } = await retried.expireDeletion(input);
  if (asked) await finishDeletion(input.fleet, { asked: input.deletionId });
}

/** Updates an approval request whose button was pressed too late, and sends the deletion's state to the person who pressed. */
export async function deletionPressWorkflow(input: DeletionPress): Promise<void> {
  const { fleet, deletionId } = input;
  await Promise.all([retried.refreshDeletionRequest({ fleet, deletionId }), send.replyToLatePress(input)]);
}
