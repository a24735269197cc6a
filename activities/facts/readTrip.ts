import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { JsonObject, Trip } from '../../rules/vocabulary/index.ts';
import { noteUnreadable, rowKey, withClockMark } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import { analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { retryLater } from '../failures/index.ts';
import { markClock } from './clock.ts';
import { expectOk, healthy, isMaybeTrip, subjectOf } from './expectOk.ts';

/** A trip as read from the service, or the service's answer that there is no such trip. */
export type ReadTrip =
  | { readonly kind: 'read'; readonly trip: Trip; readonly raw: JsonObject }
  | { readonly kind: 'no_such_trip' };

/** Result of reading a trip. `unreadable`: this trip cannot be read, although other trips can. `forGood`: it never can be. */
export type TripReading =
  ReadTrip | { readonly kind: 'unreadable'; readonly reason: string; readonly forGood: boolean };

/**
 * Reads a trip with all its sections. "No such trip" is a valid result; any other failure is retried.
 * @throws ApplicationFailure worth a retry when the service is unavailable, limits requests, refuses the API key, or returns an
 * invalid answer. Not worth a retry when the trip's ids cannot be sent
 */
export async function readTrip(deps: ActivityDependencies, key: TripKey): Promise<ReadTrip> {
  const read = await readTripFor(deps, key);
  if (read.kind !== 'unreadable') return read;
  if (read.forGood) throw ApplicationFailure.nonRetryable(read.reason, 'trip_unreadable');
  return retryLater('trip_unreadable', read.reason);
}

/**
 * Reads a trip like `readTrip`, but returns a fault of this trip as `unreadable`. An outage is never a fault of the trip. An
 * ambiguous failure is one only if other trips of the fleet can be read.
 * @param receivedAt the time of receipt, if the caller knows that the trip was never read; the trip's end is compared with it
 * @throws ApplicationFailure (worth a retry) when the fault is the service's, or not known
 */
export async function readTripFor(
  deps: ActivityDependencies,
  key: TripKey,
  receivedAt?: Date,
): Promise<TripReading> {
  const outcome = await analyticsOf(deps, key.fleet).trip(key.driverId, key.tripId);
  if (outcome.kind === 'no_such_trip') {
    await noteUnreadable(deps.db, { ...rowKey(key), reason: undefined });
    await healthy(deps, key.fleet);
    return { kind: 'no_such_trip' };
  }
  if (outcome.kind === 'invalid' && outcome.unsendable)
    return { kind: 'unreadable', reason: outcome.reason, forGood: true };
  const isThisTrip = isMaybeTrip(outcome) && deps.pulse.othersAreWell(key.fleet, subjectOf(key));
  if (outcome.kind === 'invalid' || isThisTrip)
    await noteUnreadable(deps.db, { ...rowKey(key), reason: unreadableReason(outcome) });
  if (isThisTrip) {
    deps.log.warn(
      { fleet: key.fleet, driver: key.driverId, trip: key.tripId, reason: outcome.reason },
      'this trip cannot be read while others can',
    );
    return { kind: 'unreadable', reason: outcome.reason, forGood: false };
  }
  const { trip: sent, raw } = await expectOk(deps, key, outcome);
  deps.pulse.readWell(key.fleet, subjectOf(key));
  const trip = receivedAt ? withClockMark(sent, receivedAt) : await markClock(deps, key, sent);
  return { kind: 'read', trip, raw };
}

/** Returns the text that the console shows for a trip that waits because the service's answer cannot be read. */
function unreadableReason({ reason }: { readonly reason: string }): string {
  return `The answer of the analytics service cannot be read: ${reason}.`;
}

/**
 * Returns a hash of the parts of a trip that rules can use. A trip whose hash differs at a later read is re-evaluated. Omits
 * paths and speed profiles, because another sampling of the same drive makes no difference. Omits the mark of a wrong clock too,
 * because it follows from the trip's end.
 */
export function fingerprint(trip: Trip): string {
  const { path, speedProfile, problems: _problems, clockAheadSeconds: _mark, ...seen } = trip;
  const facts = { ...seen, pathPoints: path?.length, speedSamples: speedProfile?.length };
  return createHash('sha256')
    .update(JSON.stringify(sorted(facts)))
    .digest('hex');
}

/**
 * Returns a hash of a trip's scores, or `undefined` without scores. The same scores have the same hash in a trip and in the
 * service's list of trips.
 */
export function scoresFingerprint({ score, ratings }: Pick<Trip, 'score' | 'ratings'>): string | undefined {
  if (score === undefined && Object.keys(ratings).length === 0) return undefined;
  return createHash('sha256')
    .update(JSON.stringify(sorted({ score, ratings })))
    .digest('hex');
}

/** Returns the value with the keys of all objects sorted, so that equal values have the same hash. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
