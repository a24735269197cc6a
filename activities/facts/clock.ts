import type { Trip } from '../../rules/vocabulary/index.ts';
import { endReceivedAt, rowKey, withClockMark } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/**
 * Marks a trip whose device's clock was ahead, because its end lies after its receipt. A trip that is not stored yet is
 * received now, and so is an end that the service has corrected since. An end that is already stored keeps its mark.
 */
export async function markClock(
  deps: Pick<ActivityDependencies, 'db' | 'now'>,
  key: TripKey,
  trip: Trip,
): Promise<Trip> {
  return withClockMark(trip, await endReceivedAt(deps.db, { key: rowKey(key), trip, now: deps.now() }));
}
