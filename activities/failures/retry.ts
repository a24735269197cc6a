import { ApplicationFailure } from '@temporalio/common';

/** The short name of such an error, as deliveries and deletions keep their reasons. */
export function reasonOf({ type, message }: ApplicationFailure): string {
  return type ?? message;
}

/** A shorter wait that a receiver names, such as `Retry-After: 0`, is none: the profile's pauses are longer. */
const LEAST_NAMED_MS = 1_000;

/** The wait that someone who limits calls has named, in milliseconds; undefined where it is left to the profile. */
export function namedWaitMs(askedMs: number | undefined): number | undefined {
  return askedMs !== undefined && askedMs >= LEAST_NAMED_MS ? askedMs : undefined;
}

/** The named wait as a part of a result. */
export function waitOf(askedMs: number | undefined): { readonly afterMs?: number } {
  const afterMs = namedWaitMs(askedMs);
  return afterMs === undefined ? {} : { afterMs };
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
