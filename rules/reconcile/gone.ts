/** Maximum number of missing trips that are considered gone at once. */
const FEW = 10;
/** Maximum share of the service's trips for the same. */
const SMALL_SHARE = 0.05;
/**
 * Time after which more missing trips are considered gone. Before that, the cause may be a fault of the service or another
 * fleet's key.
 */
const LASTING_MS = 24 * 3_600_000;

/**
 * Returns whether trips that the service no longer lists are considered gone.
 * @param missing `since`: when the first of them was missing; `known`: the number of trips that the service listed in the range
 */
export function areGone(
  missing: { readonly count: number; readonly known: number; readonly since: Date },
  now: Date,
): boolean {
  if (missing.count <= Math.max(FEW, missing.known * SMALL_SHARE)) return true;
  return now.getTime() - missing.since.getTime() >= LASTING_MS;
}
