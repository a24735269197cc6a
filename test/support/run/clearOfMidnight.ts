import { setTimeout as pause } from 'node:timers/promises';
import { localDay } from '../../../rules/time/index.ts';

/** As long as a test may take: what it does after the wait is done on one day. */
const CLOSE_MS = 120_000;

/**
 * Waits until the next day of a time zone has begun when that is less than two minutes away; the time limit of the test or
 * hook has to leave room for that. Only for what is counted by the day, where a midnight in the middle is right to give another
 * result.
 */
export async function clearOfMidnight(zone: string): Promise<void> {
  const midnight = localDay(new Date(), zone).to.getTime();
  if (midnight - Date.now() > CLOSE_MS) return;
  // A timer may ring a moment early.
  while (Date.now() < midnight) await pause(midnight - Date.now());
}
