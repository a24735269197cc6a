/**
 * What starters and workflows agree on: the task queue, workflow names and ids, inputs and results.
 * It imports nothing, so that anyone may import it.
 */

/** The task queue when `TEMPORAL_TASK_QUEUE` is not set. */
export const DEFAULT_TASK_QUEUE = 'tripline';

/** Names under which the workflows are registered; a name in a running history never changes. */
export const WORKFLOWS = {
  trip: 'tripWorkflow',
  replay: 'replayWorkflow',
  simulation: 'simulationWorkflow',
  deletion: 'deletionWorkflow',
  release: 'releaseWorkflow',
  suppressed: 'suppressedWorkflow',
  backfill: 'backfillWorkflow',
  backfilledTrip: 'backfilledTripWorkflow',
  backtest: 'backtestWorkflow',
  incident: 'incidentWorkflow',
  deletionExpiry: 'deletionExpiryWorkflow',
  deletionPress: 'deletionPressWorkflow',
  digest: 'digestWorkflow',
  digestMessages: 'digestMessagesWorkflow',
  digestPreview: 'digestPreviewWorkflow',
  digestTick: 'digestTickWorkflow',
  digestSync: 'digestSyncWorkflow',
  reconcile: 'reconcileWorkflow',
  reevaluate: 'reevaluateWorkflow',
  notificationGap: 'notificationGapWorkflow',
  fleetSchedules: 'fleetSchedulesWorkflow',
  alarmMessage: 'alarmMessageWorkflow',
  retention: 'retentionWorkflow',
  erasure: 'erasureWorkflow',
} as const;

/**
 * Whose work a workflow is: Temporal hands out the waiting work of all fleets in turn, if configured (docs/install.md).
 * What a workflow begins takes over its key. An id of a fleet fits: 64 bytes are allowed.
 */
export function priorityOf(fleet: string): { readonly fairnessKey: string } {
  return { fairnessKey: fleet };
}
