import { ApplicationFailure } from '@temporalio/common';

/** Returns the short name of an error, which deliveries and deletions store as their reason. */
export function reasonOf({ type, message }: ApplicationFailure): string {
  return type ?? message;
}

/**
 * Shortest requested wait in milliseconds that is respected. A shorter one, such as `Retry-After: 0`, is ignored, because the
 * pauses of the retry policy are longer.
 */
const LEAST_NAMED_MS = 1_000;

/** Returns the wait in milliseconds that a service requested, or `undefined` if the retry policy decides. */
export function namedWaitMs(askedMs: number | undefined): number | undefined {
  return askedMs !== undefined && askedMs >= LEAST_NAMED_MS ? askedMs : undefined;
}

/** Returns the requested wait as a property of a result. */
export function waitOf(askedMs: number | undefined): { readonly afterMs?: number } {
  const afterMs = namedWaitMs(askedMs);
  return afterMs === undefined ? {} : { afterMs };
}

/**
 * Throws the failure that makes Temporal retry: after `afterMs` if given, otherwise by the activity's retry policy.
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

/** Returns whether an error is marked as permanent, so that a retry would change nothing. */
export function isPermanent(error: unknown): error is ApplicationFailure {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}
