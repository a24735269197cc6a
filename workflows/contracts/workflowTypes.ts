/**
 * The task queue and the names of the workflows, which workflows and the code that starts them share. Imports nothing, so that
 * any code may import it.
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
 * Returns the priority of a fleet's work. If configured (docs/install.md), Temporal dispatches the waiting work of all fleets
 * in turn. Activities and child workflows inherit the key, whose limit of 64 bytes fits every fleet id.
 */
export function priorityOf(fleet: string): { readonly fairnessKey: string } {
  return { fairnessKey: fleet };
}
