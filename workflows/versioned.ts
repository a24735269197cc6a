import type { VersioningBehavior, Workflow } from '@temporalio/common';
import { setWorkflowOptions } from '@temporalio/workflow';
import * as workflows from './index.ts';

export * from './index.ts';

/**
 * Versioning behavior of each workflow on workers with a deployment. Temporal refuses it from other workers.
 *
 * `PINNED`: workflows that run for days stay on the build on which they started, so that changes of the code do not affect them.
 * `AUTO_UPGRADE`: other workflows continue on the current build with their next step. So a release is allowed only if all
 * recorded histories replay on it.
 */
const BEHAVIOURS: Readonly<Record<keyof typeof workflows, VersioningBehavior>> = {
  incidentWorkflow: 'PINNED',
  releaseWorkflow: 'PINNED',
  tripWorkflow: 'AUTO_UPGRADE',
  suppressedWorkflow: 'AUTO_UPGRADE',
  replayWorkflow: 'AUTO_UPGRADE',
  simulationWorkflow: 'AUTO_UPGRADE',
  deletionWorkflow: 'AUTO_UPGRADE',
  deletionExpiryWorkflow: 'AUTO_UPGRADE',
  deletionPressWorkflow: 'AUTO_UPGRADE',
  backfillWorkflow: 'AUTO_UPGRADE',
  backfilledTripWorkflow: 'AUTO_UPGRADE',
  backtestWorkflow: 'AUTO_UPGRADE',
  digestWorkflow: 'AUTO_UPGRADE',
  digestMessagesWorkflow: 'AUTO_UPGRADE',
  digestPreviewWorkflow: 'AUTO_UPGRADE',
  digestTickWorkflow: 'AUTO_UPGRADE',
  digestSyncWorkflow: 'AUTO_UPGRADE',
  fleetSchedulesWorkflow: 'AUTO_UPGRADE',
  notificationGapWorkflow: 'AUTO_UPGRADE',
  reconcileWorkflow: 'AUTO_UPGRADE',
  reevaluateWorkflow: 'AUTO_UPGRADE',
  alarmMessageWorkflow: 'AUTO_UPGRADE',
  retentionWorkflow: 'AUTO_UPGRADE',
  erasureWorkflow: 'AUTO_UPGRADE',
};

for (const [name, versioningBehavior] of Object.entries(BEHAVIOURS))
  setWorkflowOptions({ versioningBehavior }, (workflows as Readonly<Record<string, Workflow>>)[name]!);
