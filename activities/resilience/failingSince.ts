import { asyncLocalStorage } from '@temporalio/activity';

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

/** This attempt met something else: what fails inside begins anew. */
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
