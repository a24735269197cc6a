/** All workflows that the worker registers. Their names must not change, because running histories contain them. */
export { alarmMessageWorkflow } from './alarms.ts';
export { tripWorkflow } from './trips.ts';
export { replayWorkflow, simulationWorkflow, suppressedWorkflow } from './trips.ts';
export { deletionExpiryWorkflow, deletionPressWorkflow, deletionWorkflow } from './deletions.ts';
export { releaseWorkflow } from './releases.ts';
export { backfillWorkflow, backfilledTripWorkflow } from './backfill.ts';
export { backtestWorkflow } from './backtests.ts';
export { incidentWorkflow } from './incidents.ts';
export {
  digestMessagesWorkflow,
  digestPreviewWorkflow,
  digestSyncWorkflow,
  digestTickWorkflow,
  digestWorkflow,
} from './digests.ts';
export { erasureWorkflow } from './retention.ts';
export { fleetSchedulesWorkflow } from './reconcile.ts';
export { notificationGapWorkflow } from './reconcile.ts';
export { reevaluateWorkflow, reconcileWorkflow } from './reconcile.ts';
export { retentionWorkflow } from './retention.ts';
