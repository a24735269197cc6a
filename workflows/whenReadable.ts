import { sleep } from '@temporalio/workflow';
import type { Assessment } from '../activities/trips/index.ts';
import { readableWaitMs } from './profiles.ts';

/** Looks until the trip can be read or the wait is over; an outage of the service does not count as waiting. */
export async function whenReadable(look: () => Promise<Assessment>): Promise<Assessment> {
  let waitedMs = 0;
  for (let round = 0; ; round += 1) {
    const assessment = await look();
    if (assessment.kind !== 'not_readable' || waitedMs >= assessment.waitLimitMs) return assessment;
    const pauseMs = Math.min(readableWaitMs(round), assessment.waitLimitMs - waitedMs);
    await sleep(pauseMs);
    waitedMs += pauseMs;
  }
}
