import { CancelledFailure, Context, activityInfo, asyncLocalStorage } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';

/**
 * Milliseconds between heartbeats. It is well below the heartbeat timeout of long activities, so that one lost heartbeat does no
 * harm.
 */
const EVERY_MS = 4_000;

/** Function that throws if the work was cancelled, or if another worker has to continue it. */
export type StopCheck = () => void;

/**
 * Function that records the position of the work, so that the next attempt can continue there. The position must be small,
 * because Temporal stores it.
 */
export type KeepPosition<T> = (position: T) => void;

/**
 * Runs long work, and sends a heartbeat to Temporal every few seconds. The work calls `stopCheck` between its steps, which throws
 * when the activity was cancelled or this worker is about to stop.
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
        // Throws an error that is retried, because another worker has to continue the work.
        throw ApplicationFailure.retryable(
          'This worker is stopping; another one continues.',
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

/** Returns the position that the previous attempt recorded, or `undefined` in the first attempt. */
export function lastPosition<P>(): P | undefined {
  return Context.current().info.heartbeatDetails as P | undefined;
}

/**
 * Returns the milliseconds for which this activity has failed internally in consecutive attempts, including this one. Stores the
 * start in the activity's heartbeat, which Temporal passes to the next attempt on any worker. Returns `undefined` outside of an
 * activity, and in a local one, which is tried once.
 */
export function failingForMs(now: Date): number | undefined {
  const context = asyncLocalStorage.getStore();
  if (!context || context.info.isLocal) return undefined;
  const failingSince = noted(context.info.heartbeatDetails) ?? now.toISOString();
  context.heartbeat({ failingSince });
  return now.getTime() - Date.parse(failingSince);
}

/** Resets the recorded start of consecutive internal failures, because this attempt ended differently. */
export function failsNoLonger(): void {
  const context = asyncLocalStorage.getStore();
  if (context && noted(context.info.heartbeatDetails) !== undefined) context.heartbeat({});
}

function noted(details: unknown): string | undefined {
  const { failingSince } = (details ?? {}) as { readonly failingSince?: unknown };
  return typeof failingSince === 'string' && !Number.isNaN(Date.parse(failingSince))
    ? failingSince
    : undefined;
}

/** Milliseconds for which work is tried on other workers before a fleet that this worker does not know is considered gone. */
const OTHERS_TRY_FOR_MS = 3_600_000;

/**
 * Returns whether the activity has been tried for so long that a fleet unknown to this worker is considered gone. A worker knows
 * only the fleets that were configured when it started. While a fleet is new, or one of several workers was not restarted, other
 * workers may know the fleet.
 */
export function isGoneEverywhere(now: Date): boolean {
  return now.getTime() - activityInfo().scheduledTimestampMs >= OTHERS_TRY_FOR_MS;
}
