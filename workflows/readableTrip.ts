import { proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { Assessment, Settled } from '../activities/trips/index.ts';
import type { TripKey } from './contracts/index.ts';
import { executeDecision } from './deliveries.ts';
import { RETRIED_READ, readableWaitMs } from './profiles.ts';

const retried = proxyActivities<Activities>(RETRIED_READ);

type Decided = Pick<Settled, 'releases' | 'deliveries' | 'asked' | 'incomplete'>;

/**
 * Executes a decision. If data was missing, evaluates the trip again in parallel once the service answers, so that an
 * unavailable receiver does not delay undecided rules. Errors of either are thrown once both are done.
 */
export async function executeAndComplete(key: TripKey, first: Decided): Promise<void> {
  if (!first.incomplete) return executeDecision(key.fleet, first);
  const sent = executeDecision(key.fleet, first);
  const both = await Promise.allSettled([sent, completeBeside(key, first, sent)]);
  for (const result of both) if (result.status === 'rejected') throw result.reason;
}

/** Re-evaluates a trip that was parked, is gone or has changed, first with the readable data, and then with the rest. */
export async function reevaluate(key: TripKey): Promise<void> {
  const first = await whenReadable(() => retried.reevaluateTrip(key));
  if (first.kind === 'settled') await executeAndComplete(key, first);
}

/** Completes a decision. Skips messages that the first decision is still sending; deletions wait for the messages of both. */
async function completeBeside(key: TripKey, first: Decided, sent: Promise<void>): Promise<void> {
  const again = await whenReadable(() => retried.completeTrip(key));
  if (again.kind !== 'settled') return;
  const underWay = new Set(first.deliveries.map(({ id }) => id));
  // A deletion that the first decision held may be due again for its own approval request. It waits for the first decision's
  // messages.
  const deliveries = again.deliveries.filter(
    ({ id, action }) => action === 'delete_trip' || !underWay.has(id),
  );
  await executeDecision(key.fleet, { ...again, deliveries }, [sent]);
}

/** Reads until the trip is readable or the time limit is reached. Outages of the service do not use up the time. */
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
