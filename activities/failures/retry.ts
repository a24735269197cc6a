import { ApplicationFailure } from '@temporalio/common';

/** A shorter wait that somebody names, such as `Retry-After: 0`, is none: he would be asked faster than without it. */
const LEAST_NAMED_MS = 1_000;

/** The wait that somebody who limits calls has named, in milliseconds; undefined where it is left to the profile. */
export function namedWaitMs(askedMs: number | undefined): number | undefined {
  return askedMs !== undefined && askedMs >= LEAST_NAMED_MS ? askedMs : undefined;
}

/**
 * Throws what makes Temporal try again: after `afterMs` when the receiver named a time, otherwise by the profile.
 * @throws ApplicationFailure always
 */
export function retryLater(type: string, reason: string, afterMs?: number): never {
  throw ApplicationFailure.create({
    type,
    message: reason,
    nonRetryable: false,
    ...(afterMs === undefined ? {} : { nextRetryDelay: Math.max(afterMs, 100) }),
  });
}

/** Whether an error says that trying again changes nothing. */
export function isPermanent(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}
