import { ActivityFailure, ApplicationFailure, sleep } from '@temporalio/workflow';

/** The type of a failure that says: the worker that took the step has not the key that its input is encrypted with. */
export const UNREADABLE = 'PayloadUnreadable';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Has a step done by a worker that can read it. One without the key fails it at once; it is given out again, after a second
 * first and at most five minutes apart, until someone with the key takes it.
 * @param withinMs how long that may take; then the failure, which names the key, is the step's own
 */
export async function whereItCanBeRead<T>(step: () => Promise<T>, withinMs: number): Promise<T> {
  let waitedMs = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await step();
    } catch (error) {
      if (!isUnreadable(error) || waitedMs + waitMs > withinMs) throw error;
    }
    await sleep(waitMs);
    waitedMs += waitMs;
  }
}

function isUnreadable(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    error.cause.type === UNREADABLE
  );
}
