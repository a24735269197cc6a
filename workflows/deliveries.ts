import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { DeletionOutcome } from '../activities/deletions/index.ts';
import type { DueDelivery, Settled } from '../activities/trips/index.ts';
import { answersSlowly, sendActivity } from './contracts/index.ts';
import { DESTROY, PAGE, RETRIED_READ, SEND, SEND_SLOWLY } from './profiles.ts';

const send = proxyActivities<Activities>(SEND);
const slow = proxyActivities<Activities>(SEND_SLOWLY);
const retried = proxyActivities<Activities>(RETRIED_READ);
const page = proxyActivities<Activities>(PAGE);
const destroy = proxyActivities<Activities>(DESTROY);

/**
 * Carries out the deliveries of a decision: first messages in parallel, then deletions. A failed delivery does not stop the
 * others; its error is thrown at the end.
 * @param sentBeside other messages that are being sent; deletions wait for them too
 */
export async function deliver(
  fleet: string,
  deliveries: readonly DueDelivery[],
  sentBeside: readonly Promise<unknown>[] = [],
): Promise<void> {
  const messages = deliveries.filter((due) => due.action !== 'delete_trip');
  const settled = await Promise.allSettled([...messages.map((due) => sendDue(fleet, due)), ...sentBeside]);
  for (const due of deliveries.filter((each) => each.action === 'delete_trip')) {
    const outcome = await destroy.deleteTrip({ fleet, deliveryId: due.id });
    // A trip that changed since its decision was re-evaluated. Its messages are sent before the next deletion.
    await scheduleReleases(fleet, outcome.releases);
    if (outcome.deliveries?.length) await deliver(fleet, outcome.deliveries);
    await finishDeletion(fleet, outcome);
  }
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}

/**
 * Carries out a decision: schedules the release of held messages, carries out due deliveries, and updates approval requests that
 * the decision ended.
 * @param sentBeside other messages that are being sent; deletions wait for them too
 */
export async function executeDecision(
  fleet: string,
  { releases, deliveries, asked }: Pick<Settled, 'releases' | 'deliveries' | 'asked'>,
  sentBeside: readonly Promise<unknown>[] = [],
): Promise<void> {
  await scheduleReleases(fleet, releases);
  // Runs in parallel, so that approval requests are updated even while another delivery fails.
  await Promise.all([
    deliver(fleet, deliveries, sentBeside),
    ...(asked ?? []).map((each) => finishDeletion(fleet, { asked: each })),
  ]);
}

/**
 * Completes a deletion: updates the messages that show its result, and reads the driver's score again. Both are retried until
 * they succeed.
 */
export async function finishDeletion(
  fleet: string,
  { asked, baseline }: Pick<DeletionOutcome, 'asked' | 'baseline'>,
): Promise<void> {
  await Promise.all([
    asked !== undefined && retried.refreshDeletionRequest({ fleet, deletionId: asked }),
    baseline !== undefined && retried.readBaseline({ fleet, deletionId: baseline }),
  ]);
}

/** Schedules the release of a trip's held messages. Without held messages it does nothing, which keeps the history short. */
export async function scheduleReleases(
  fleet: string,
  releases: readonly string[] | undefined,
): Promise<void> {
  if (releases && releases.length > 0) await retried.scheduleReleases({ fleet, releases });
}

function sendDue(fleet: string, due: DueDelivery): Promise<unknown> {
  const input = { fleet, deliveryId: due.id };
  if (due.action === 'escalate') return escalate(fleet, due);
  if (due.action === 'delete_trip') return destroy.deleteTrip(input);
  return (answersSlowly(due.action) ? slow : send)[sendActivity(due.action)](input);
}

/** Opens an incident, which has its own workflow. If that is not possible, sends the deliveries that replace it. */
async function escalate(fleet: string, due: DueDelivery): Promise<void> {
  const { deliveries } = await page.openIncident({ fleet, deliveryId: due.id });
  if (deliveries.length > 0) await deliver(fleet, deliveries);
}
