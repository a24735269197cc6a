import type { Trip } from '../../rules/vocabulary/index.ts';
import { rowKey, tripReceivedAt, withClockMark } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** A trip marked where its device's clock was ahead of its receipt. One that is not known yet is received now. */
export async function markClock(
  deps: Pick<ActivityDependencies, 'db' | 'now'>,
  key: TripKey,
  trip: Trip,
): Promise<Trip> {
  return withClockMark(trip, (await tripReceivedAt(deps.db, rowKey(key))) ?? deps.now());
}
