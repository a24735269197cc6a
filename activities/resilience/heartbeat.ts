import { CancelledFailure, Context, activityInfo, asyncLocalStorage } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';

/** Well below the heartbeat timeout of long activities, so that one that is lost does no harm. */
const EVERY_MS = 4_000;

/** Stops work that nobody wants any more, or that another worker is to go on with. */
export type StopCheck = () => void;

/** Notes how far the work is: the next attempt finds it, should this one be lost. Small: it travels to Temporal. */
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
        // Not a cancellation: what is left is another worker's.
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

/** Where an attempt before this one was lost; undefined on the first. */
export function lastPosition<P>(): P | undefined {
  return Context.current().info.heartbeatDetails as P | undefined;
}

/**
 * For how long this activity has failed inside, attempt after attempt, this one included. It stands in the activity's heartbeat,
 * which Temporal hands to the next attempt on whichever worker. Undefined in a local activity, which is tried once, and outside of one.
 */
export function failingForMs(now: Date): number | undefined {
  const context = asyncLocalStorage.getStore();
  if (!context || context.info.isLocal) return undefined;
  const failingSince = noted(context.info.heartbeatDetails) ?? now.toISOString();
  context.heartbeat({ failingSince });
  return now.getTime() - Date.parse(failingSince);
}

/** This attempt met something else: what fails inside begins again. */
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

/** So long work is tried on other workers before a fleet that this one does not know counts as gone. */
const OTHERS_TRY_FOR_MS = 3_600_000;

/**
 * Whether the activity has been tried for so long that a fleet this worker does not know is gone. A worker knows what its
 * configuration held when it started: while a fleet is new, or one worker of several was left behind, others know better.
 */
export function isGoneEverywhere(now: Date): boolean {
  return now.getTime() - activityInfo().scheduledTimestampMs >= OTHERS_TRY_FOR_MS;
}
