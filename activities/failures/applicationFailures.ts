import { ApplicationFailure } from '@temporalio/common';

/** Returns the short name of an error, as deliveries and deletions store their reasons. */
export function reasonOf({ type, message }: ApplicationFailure): string {
  return type ?? message;
}

/**
 * Shortest wait of a receiver that is used. A shorter one, such as `Retry-After: 0`, is ignored, because the profile's pauses
 * are longer.
 */
const LEAST_NAMED_MS = 1_000;

/** Returns the wait that a limiting service has named, in milliseconds, or `undefined` when it is left to the profile. */
export function namedWaitMs(askedMs: number | undefined): number | undefined {
  return askedMs !== undefined && askedMs >= LEAST_NAMED_MS ? askedMs : undefined;
}

/** Returns the named wait as a part of a result. */
export function waitOf(askedMs: number | undefined): { readonly afterMs?: number } {
  const afterMs = namedWaitMs(askedMs);
  return afterMs === undefined ? {} : { afterMs };
}

/**
 * Throws the failure that makes Temporal retry: after `afterMs` when the receiver named a time, otherwise by the profile.
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

/** Returns whether an error says that a retry changes nothing. */
export function isPermanent(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}
