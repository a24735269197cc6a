/** Everything the worker registers; names here stand in running histories. */
export { alarmMessageWorkflow } from './alarmMessage.ts';
export { tripWorkflow } from './trip.ts';
export { replayWorkflow, simulationWorkflow } from './replay.ts';
export { deletionExpiryWorkflow, deletionPressWorkflow, deletionWorkflow } from './deletion.ts';
export { releaseWorkflow } from './release.ts';
export { backfillWorkflow, backfilledTripWorkflow } from './backfill.ts';
export { backtestWorkflow } from './backtest.ts';
export { incidentWorkflow } from './incident.ts';
export {
  digestMessagesWorkflow,
  digestPreviewWorkflow,
  digestSyncWorkflow,
  digestTickWorkflow,
  digestWorkflow,
} from './digest.ts';
export { erasureWorkflow } from './erasure.ts';
export { fleetSchedulesWorkflow } from './fleetSchedules.ts';
export { quietWorkflow } from './quiet.ts';
export { lookAgainWorkflow, reconcileWorkflow } from './reconcile.ts';
export { retentionWorkflow } from './retention.ts';
