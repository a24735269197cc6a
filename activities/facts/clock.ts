import type { Trip } from '../../rules/vocabulary/index.ts';
import { endReceivedAt, rowKey, withClockMark } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/**
 * Marks a trip if its device's clock was ahead, so that the trip seems to end after it was received. For a trip that is not
 * stored yet, or whose end the service has corrected, the current time is the time of receipt. An end that is already stored
 * keeps its mark.
 */
export async function markClock(
  deps: Pick<ActivityDependencies, 'db' | 'now'>,
  key: TripKey,
  trip: Trip,
): Promise<Trip> {
  return withClockMark(trip, await endReceivedAt(deps.db, { key: rowKey(key), trip, now: deps.now() }));
}
