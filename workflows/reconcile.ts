import { continueAsNew, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type {
  FleetSchedulesInput,
  ReevaluateInput,
  NotificationGapInput,
  ReconcileInput,
  ReconcileProgress,
} from './contracts/index.ts';
import { BACKFILL, RETRIED_READ } from './profiles.ts';
import { reevaluate } from './reevaluate.ts';
import { inSlices } from './slices.ts';

const slow = proxyActivities<Activities>(BACKFILL);
const note = proxyActivities<Activities>(RETRIED_READ);

/**
 * Runs through what the service lists, slice by slice, and starts each trip without a notification.
 * Nothing but counts passes through here. @returns null when the fleet has no analytics service
 */
export async function reconcileWorkflow(input: ReconcileInput): Promise<ReconcileProgress | null> {
  const { fleet } = input;
  const opened = input.runId === undefined ? await note.openReconcile({ fleet }) : { runId: input.runId };
  if (opened === null) return null;
  const run = { fleet, runId: opened.runId };
  return inSlices({
    async slice() {
      const progress = await slow.advanceReconcile(run);
      const { phase, listed, started, gone } = progress;
      setCurrentDetails(`${phase}: ${listed} trips listed, ${started} recovered, ${gone} gone`);
      return progress.phase === 'over' ? progress : undefined;
    },
    continueAsNew: () => continueAsNew<typeof reconcileWorkflow>(run),
    noteEnd: (end) =>
      note.failReconcile({ ...run, problem: end.state === 'failed' ? end.error : 'It was cancelled.' }),
  });
}

/** Decides about a trip that was parked, or gone, and that the service lists now. */
export async function reevaluateWorkflow({ fleet, driverId, tripId }: ReevaluateInput): Promise<void> {
  await reevaluate({ fleet, driverId, tripId });
}

const { checkNotificationGap } = proxyActivities<Activities>(RETRIED_READ);

/** Notifications are stored by workers: after an outage, they first store what has arrived meanwhile. */
const CHECK_TWICE_AFTER = '5 minutes';

/** Notices that notifications have ceased. @returns whether the fleet is unusually quiet */
export async function notificationGapWorkflow(input: NotificationGapInput): Promise<boolean> {
  if (!(await checkNotificationGap({ ...input, alert: false }))) return false;
  await sleep(CHECK_TWICE_AFTER);
  return checkNotificationGap({ ...input, alert: true });
}

const { syncFleetSchedules } = proxyActivities<Activities>(RETRIED_READ);

/** Makes a fleet's own schedules what they should be. */
export async function fleetSchedulesWorkflow(input: FleetSchedulesInput): Promise<void> {
  await syncFleetSchedules(input);
}
