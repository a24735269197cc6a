import { proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { Assessment, Settled } from '../activities/trips/index.ts';
import type { TripKey } from './contracts/index.ts';
import { executeDecision } from './deliveries.ts';
import { RETRIED_READ, readableWaitMs } from './profiles.ts';

const retried = proxyActivities<Activities>(RETRIED_READ);

type Decided = Pick<Settled, 'releases' | 'deliveries' | 'asked' | 'incomplete'>;

/**
 * Carries out a decision. If facts were missing, also re-evaluates the trip in parallel once the service answers, so that an
 * unavailable receiver does not delay undecided rules. Errors of both are thrown at the end.
 */
export async function executeAndComplete(key: TripKey, first: Decided): Promise<void> {
  if (!first.incomplete) return executeDecision(key.fleet, first);
  const sent = executeDecision(key.fleet, first);
  const both = await Promise.allSettled([sent, completeBeside(key, first, sent)]);
  for (const result of both) if (result.status === 'rejected') throw result.reason;
}

/** Re-evaluates a trip that was parked, is gone or has changed, first with the facts that can be read now, then with all. */
export async function reevaluate(key: TripKey): Promise<void> {
  const first = await whenReadable(() => retried.reevaluateTrip(key));
  if (first.kind === 'settled') await executeAndComplete(key, first);
}

/**
 * Completes a decision. Skips messages that the first decision is still sending. Deletions wait for the messages of both
 * decisions.
 */
async function completeBeside(key: TripKey, first: Decided, sent: Promise<void>): Promise<void> {
  const again = await whenReadable(() => retried.completeTrip(key));
  if (again.kind !== 'settled') return;
  const underWay = new Set(first.deliveries.map(({ id }) => id));
  // Keeps deletions, because one that the first decision held may be due again for its own approval request. It waits for the
  // first decision's messages.
  const deliveries = again.deliveries.filter(
    ({ id, action }) => action === 'delete_trip' || !underWay.has(id),
  );
  await executeDecision(key.fleet, { ...again, deliveries }, [sent]);
}

/** Reads a trip repeatedly until it is readable or its time limit is reached. Outages of the service do not use up the time. */
export async function whenReadable(assess: () => Promise<Assessment>): Promise<Assessment> {
  let waitedMs = 0;
  for (let round = 0; ; round += 1) {
    const assessment = await assess();
    if (assessment.kind !== 'not_readable' || waitedMs >= assessment.waitLimitMs) return assessment;
    const pauseMs = Math.min(readableWaitMs(round), assessment.waitLimitMs - waitedMs);
    setCurrentDetails(
      `Waits for the trip’s data: read ${round + 1} times, next in ${Math.ceil(pauseMs / 1000)} s`,
    );
    await sleep(pauseMs);
    waitedMs += pauseMs;
  }
}
