/** Number of missing trips up to which they are considered gone immediately. */
const FEW = 10;
/** Share of the service's trips up to which missing trips are considered gone immediately. */
const SMALL_SHARE = 0.05;
/**
 * Time after which a larger number of missing trips is considered gone. Before, the cause may be a fault of the service, or an
 * API key of another fleet.
 */
const LASTING_MS = 24 * 3_600_000;

/**
 * Returns whether trips that the service no longer lists are considered gone.
 * @param missing `count`: number of missing trips; `known`: number of trips that the service listed in the range; `since`: time
 * at which the first trip was found missing
 */
export function areGone(
  missing: { readonly count: number; readonly known: number; readonly since: Date },
  now: Date,
): boolean {
  if (missing.count <= Math.max(FEW, missing.known * SMALL_SHARE)) return true;
  return now.getTime() - missing.since.getTime() >= LASTING_MS;
}
