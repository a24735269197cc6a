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
import { reevaluate } from './readableTrip.ts';
import { inSlices } from './slices.ts';

const slow = proxyActivities<Activities>(BACKFILL);
const note = proxyActivities<Activities>(RETRIED_READ);

/**
 * Compares the service's lists with the stored trips, in slices, and recovers each trip without a notification. The workflow
 * handles only numbers.
 * @returns null when the fleet has no analytics service, or reconciliation is off
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

/** Re-evaluates a parked or gone trip that the service now lists. */
export async function reevaluateWorkflow({ fleet, driverId, tripId }: ReevaluateInput): Promise<void> {
  await reevaluate({ fleet, driverId, tripId });
}

const { checkNotificationGap } = proxyActivities<Activities>(RETRIED_READ);

/** Time before the second check. After an outage of the workers, it lets them store the notifications that arrived meanwhile. */
const CHECK_TWICE_AFTER = '5 minutes';

/** Detects that a fleet no longer receives notifications. @returns whether no notification came for an unusually long time */
export async function notificationGapWorkflow(input: NotificationGapInput): Promise<boolean> {
  if (!(await checkNotificationGap({ ...input, alert: false }))) return false;
  await sleep(CHECK_TWICE_AFTER);
  return checkNotificationGap({ ...input, alert: true });
}

const { syncFleetSchedules } = proxyActivities<Activities>(RETRIED_READ);

/** Updates a fleet's schedules, other than those of its digests. */
export async function fleetSchedulesWorkflow(input: FleetSchedulesInput): Promise<void> {
  await syncFleetSchedules(input);
}
