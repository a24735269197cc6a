/**
 * Contract between the workflows and the code that starts them: inputs, results, ids and signals, one file per capability.
 * Imports only the registry of channels, so that any code may import it.
 */
export { alarmMessageWorkflowId } from './alarms.ts';
export type { AlarmMessageInput } from './alarms.ts';
export { BACKFILL_PROGRESS, backfillWorkflowId, backfilledTripWorkflowId } from './backfill.ts';
export type { BackfillInput, BackfillProgress, BackfilledTripInput } from './backfill.ts';
export { BACKTEST_PROGRESS, backtestWorkflowId } from './backtests.ts';
export type { BacktestInput, BacktestProgress } from './backtests.ts';
export { answersSlowly, isChannel, sendActivity } from './channels.ts';
export type { SendActivity } from './channels.ts';
export { deletionExpiryWorkflowId, deletionPressWorkflowId, deletionWorkflowId } from './deletions.ts';
export type { DeletionInput, DeletionPress, DeletionResult } from './deletions.ts';
export {
  DIGEST_SYNC_SIGNAL,
  digestMessagesWorkflowId,
  digestPartWorkflowId,
  digestNowWorkflowId,
  digestPreviewWorkflowId,
  digestScheduleId,
  digestSyncWorkflowId,
  digestTickWorkflowId,
  digestWorkflowId,
} from './digests.ts';
export type {
  DigestInput,
  DigestKey,
  DigestMessagesInput,
  DigestResult,
  DigestSyncInput,
  DigestTickInput,
  DigestTickResult,
  NoDigest,
} from './digests.ts';
export { INCIDENT_SIGNAL, INCIDENT_TIMELINE, incidentWorkflowId } from './incidents.ts';
export type { IncidentInput, IncidentMoment, IncidentProgress, IncidentResult } from './incidents.ts';
export {
  fleetSchedulesWorkflowId,
  reevaluateWorkflowId,
  notificationGapScheduleId,
  notificationGapWorkflowId,
  reconcileScheduleId,
  reconcileWorkflowId,
} from './reconcile.ts';
export type {
  FleetSchedulesInput,
  ReevaluateInput,
  NotificationGapInput,
  ReconcileInput,
  ReconcileProgress,
  ReconcileRunInput,
} from './reconcile.ts';
export { RELEASE_SIGNAL, releaseWorkflowId } from './releases.ts';
export type { ReleaseInput, ReleaseResult } from './releases.ts';
export { erasureWorkflowId, retentionScheduleId, retentionWorkflowId } from './retention.ts';
export type { ErasureInput, ErasureResult, RetentionInput, RetentionProgress } from './retention.ts';
export { SEARCH_ATTRIBUTES } from './searchAttributes.ts';
export type { SearchAttribute } from './searchAttributes.ts';
export { summaryOfType, workflowSummary } from './summaries.ts';
export { replayWorkflowId, simulationWorkflowId, suppressedWorkflowId, tripWorkflowId } from './trips.ts';
export type {
  ReplayInput,
  SimulationInput,
  SimulationResult,
  SuppressedInput,
  TripHash,
  TripInput,
  TripKey,
  TripResult,
} from './trips.ts';
export { DEFAULT_TASK_QUEUE, WORKFLOWS, priorityOf } from './workflowTypes.ts';
