import { CancelledFailure, Context, activityInfo, asyncLocalStorage } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';

/** Milliseconds between heartbeats: well below the heartbeat timeout of long activities, so that a lost one does no harm. */
const EVERY_MS = 4_000;

/** A function that stops work that was cancelled, or that another worker is to continue. */
export type StopCheck = () => void;

/**
 * A function that records the position of the work for the next attempt, should this one be lost. Small, because it is sent to
 * Temporal.
 */
export type KeepPosition<T> = (position: T) => void;

/**
 * Runs long work and sends a heartbeat to Temporal every few seconds. The work calls `stopCheck` between its steps:
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
        // Not a cancellation: another worker continues with the rest.
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

/** Returns the position at which an earlier attempt was lost; `undefined` on the first. */
export function lastPosition<P>(): P | undefined {
  return Context.current().info.heartbeatDetails as P | undefined;
}

/**
 * Returns for how long this activity has failed inside, attempt after attempt, this one included. The time is stored in the
 * activity's heartbeat, which Temporal passes to the next attempt on any worker. `undefined` in a local activity, which is
 * tried once, and outside of one.
 */
export function failingForMs(now: Date): number | undefined {
  const context = asyncLocalStorage.getStore();
  if (!context || context.info.isLocal) return undefined;
  const failingSince = noted(context.info.heartbeatDetails) ?? now.toISOString();
  context.heartbeat({ failingSince });
  return now.getTime() - Date.parse(failingSince);
}

/** Clears the time of failing inside, because this attempt met another error. */
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

/** Milliseconds for which work is tried on other workers before a fleet that this one does not know is gone. */
const OTHERS_TRY_FOR_MS = 3_600_000;

/**
 * Returns whether the activity has been tried for so long that a fleet this worker does not know is gone. A worker knows the
 * configuration of its start. While a fleet is new, or one worker of several was left behind, other workers know better.
 */
export function isGoneEverywhere(now: Date): boolean {
  return now.getTime() - activityInfo().scheduledTimestampMs >= OTHERS_TRY_FOR_MS;
}
