import type { ApiClient } from './client.ts';
import { ApiProblemError } from './problem.ts';

let isUtc = false;

/** Sets whether times are printed and read in UTC (`--utc`) instead of the fleet's time zone. */
export function useUtc(isAsked: boolean): void {
  isUtc = isAsked;
}

/** Returns the zone in which this command prints and reads times: the fleet's, or UTC with `--utc`. */
export async function clockOf(api: ApiClient): Promise<string> {
  if (isUtc) return 'UTC';
  try {
    return (await api.call('get', 'silences', { query: { limit: 1 } })).timezone ?? 'UTC';
  } catch (error) {
    // A token that is limited to groups may not read the fleet's silences.
    if (error instanceof ApiProblemError && error.status === 403) return 'UTC';
    throw error;
  }
}
