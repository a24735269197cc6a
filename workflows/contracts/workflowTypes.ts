/**
 * Task queue and workflow names, which the workflows and the code that starts them share. Imports nothing, so that any code may
 * import it.
 */

/** Name of the task queue if `TEMPORAL_TASK_QUEUE` is not set. */
export const DEFAULT_TASK_QUEUE = 'tripline';

/** Names under which the workflows are registered. A name must never change, because running histories contain it. */
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
 * Returns the priority of a fleet's work. If fairness is configured (docs/install.md), Temporal dispatches the waiting work of
 * all fleets in turn. Activities and child workflows inherit the key. Its limit is 64 bytes, which every fleet id fits.
 */
export function priorityOf(fleet: string): { readonly fairnessKey: string } {
  return { fairnessKey: fleet };
}
