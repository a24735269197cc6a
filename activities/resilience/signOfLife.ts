import { CancelledFailure, Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';

/** Well below the heartbeat timeout of long activities, so that one that is lost does no harm. */
const EVERY_MS = 4_000;

/** Stops work that nobody wants any more, or that another worker is to go on with. */
export type StopCheck = () => void;

/** Notes how far the work is: the next attempt finds it, should this one be lost. Small: it travels to Temporal. */
export type KeepPosition<T> = (position: T) => void;

/**
 * Runs long work and tells Temporal every few seconds that this worker lives. The work calls `stopCheck` between its steps:
 * it throws when the activity was cancelled, or when this worker is about to stop.
 */
export async function withSignOfLife<T, P = never>(
  work: (stopCheck: StopCheck, keep: KeepPosition<P>) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  let position = lastPosition<P>();
  const timer = setInterval(() => context.heartbeat(position), EVERY_MS);
  try {
    return await work(
      () => {
        if (!context.cancellationSignal.aborted) return;
        if (context.cancellationDetails?.cancelRequested) throw new CancelledFailure('It was cancelled.');
        // Not a cancellation: what is left is another worker's.
        throw ApplicationFailure.retryable(
          'This worker is stopping; another one goes on.',
          'worker_stopping',
        );
      },
      (next) => {
        position = next;
        context.heartbeat(position);
      },
    );
  } finally {
    clearInterval(timer);
  }
}

/** Where an attempt before this one was lost; undefined on the first. */
export function lastPosition<P>(): P | undefined {
  return Context.current().info.heartbeatDetails as P | undefined;
}
