import { ActivityFailure, ApplicationFailure, sleep } from '@temporalio/workflow';

/** The type of the failure of a step whose worker lacks the key of the step's input. */
export const UNREADABLE = 'PayloadUnreadable';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Runs a step on a worker that can decrypt it. A worker without the key fails the step at once. The step is then retried, first
 * after a second and at most five minutes apart, until a worker with the key runs it.
 * @param withinMs maximum total wait; after it, the failure, which names the key, becomes the step's own
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
