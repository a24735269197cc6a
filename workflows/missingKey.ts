import { ActivityFailure, ApplicationFailure, sleep } from '@temporalio/workflow';

/** Failure type of an activity whose worker lacks the key to decrypt the activity's input. */
export const UNREADABLE = 'PayloadUnreadable';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Runs a step (an activity) on a worker that can decrypt its input. A worker without the key fails the step at once. Then the
 * step is retried, first after a second, later every five minutes, until a worker with the key runs it.
 * @param withinMs total wait in milliseconds; after it, the step's failure is thrown, which names the key
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
