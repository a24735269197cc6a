import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { DeletionOutcome } from '../activities/deletions/index.ts';
import type { DueDelivery, Settled } from '../activities/trips/index.ts';
import { DESTROY, PAGE, RETRIED_READ, SEND, SEND_MAIL } from './profiles.ts';

const send = proxyActivities<Activities>(SEND);
const mail = proxyActivities<Activities>(SEND_MAIL);
const retried = proxyActivities<Activities>(RETRIED_READ);
const page = proxyActivities<Activities>(PAGE);
const destroy = proxyActivities<Activities>(DESTROY);

/**
 * Carries out what a decision calls for: messages side by side, deletions after all of them, and after what else is notified.
 * One delivery that cannot be carried out stops no other; its error is thrown once the others are done.
 */
export async function carryOut(
  fleet: string,
  deliveries: readonly DueDelivery[],
  sentBeside: readonly Promise<unknown>[] = [],
): Promise<void> {
  const messages = deliveries.filter((due) => due.action !== 'delete_trip');
  const settled = await Promise.allSettled([...messages.map((due) => sendDue(fleet, due)), ...sentBeside]);
  for (const due of deliveries.filter((each) => each.action === 'delete_trip')) {
    const outcome = await destroy.deleteTrip({ fleet, deliveryId: due.id });
    // A trip that has changed since it was decided was decided again: that is reported before anything else is deleted.
    await scheduleReleases(fleet, outcome.releases);
    if (outcome.deliveries?.length) await carryOut(fleet, outcome.deliveries);
    await finishDeletion(fleet, outcome);
  }
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}

/**
 * Carries out what a decision calls for, in its order: what is held, what is due, and what questions it answered. Its deletions
 * wait for what is reported beside it, if anything is.
 */
export async function executeDecision(
  fleet: string,
  { releases, deliveries, asked }: Pick<Settled, 'releases' | 'deliveries' | 'asked'>,
  sentBeside: readonly Promise<unknown>[] = [],
): Promise<void> {
  await scheduleReleases(fleet, releases);
  // Side by side: nobody is to press on a question that is answered while something else cannot be delivered.
  await Promise.all([
    carryOut(fleet, deliveries, sentBeside),
    ...(asked ?? []).map((each) => finishDeletion(fleet, { asked: each })),
  ]);
}

/**
 * What a deletion leaves behind: messages that have to say how it ended, and the driver's score, which is read again for
 * as long as that takes.
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

/** Sees that what a trip holds back goes in its time. Nothing held: nothing is done, and the history stays short. */
export async function scheduleReleases(
  fleet: string,
  releases: readonly string[] | undefined,
): Promise<void> {
  if (releases && releases.length > 0) await retried.scheduleReleases({ fleet, releases });
}

function sendDue(fleet: string, due: DueDelivery): Promise<unknown> {
  const input = { fleet, deliveryId: due.id };
  switch (due.action) {
    case 'slack':
      return send.sendSlack(input);
    case 'email':
      return mail.sendEmail(input);
    case 'webhook':
      return send.sendWebhook(input);
    case 'escalate':
      return escalate(fleet, due);
    case 'delete_trip':
      return destroy.deleteTrip(input);
  }
}

/** Opens an incident, which has its own workflow. Where that cannot be, others are notified instead. */
async function escalate(fleet: string, due: DueDelivery): Promise<void> {
  const { deliveries } = await page.openIncident({ fleet, deliveryId: due.id });
  if (deliveries.length > 0) await carryOut(fleet, deliveries);
}
