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

/** A trip as read, or the service's answer that there is none. */
export type ReadTrip =
  | { readonly kind: 'read'; readonly trip: Trip; readonly raw: JsonObject }
  | { readonly kind: 'no_such_trip' };

/** Result of reading a trip, which may be that this one trip cannot be read while others can, or never can. */
export type TripReading =
  ReadTrip | { readonly kind: 'unreadable'; readonly reason: string; readonly forGood: boolean };

/**
 * Reads a trip with all its sections. "No such trip" is an answer; everything else that is not the trip is waited for.
 * @throws ApplicationFailure (worth a retry) when the service is unavailable, limiting, refusing the key, or talking nonsense;
 * not worth one when the trip's ids cannot be sent
 */
export async function readTrip(deps: ActivityDependencies, key: TripKey): Promise<ReadTrip> {
  const read = await readTripFor(deps, key);
  if (read.kind !== 'unreadable') return read;
  if (read.forGood) throw ApplicationFailure.nonRetryable(read.reason, 'trip_unreadable');
  return retryLater('trip_unreadable', read.reason);
}

/**
 * Reads a trip like `readTrip`, but returns a fault of this trip. An outage is never one; an unclear fault is one if other
 * trips of the fleet are read well meanwhile.
 * @param receivedAt when the trip was received, if the caller knows that it was not read before: its end is compared with that
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

/** Returns the text that people read of a trip that waits because its answer cannot be read. */
function unreadableReason({ reason }: { readonly reason: string }): string {
  return `The answer of the analytics service cannot be read: ${reason}.`;
}

/**
 * Returns a fingerprint of the parts of a trip that rules can see. A trip whose later read has another one is re-evaluated.
 * Paths and profiles are left out, because another sampling of the same drive is no news. So is the mark of a wrong clock,
 * which follows from the end.
 */
export function fingerprint(trip: Trip): string {
  const { path, speedProfile, problems: _problems, clockAheadSeconds: _mark, ...seen } = trip;
  const facts = { ...seen, pathPoints: path?.length, speedSamples: speedProfile?.length };
  return createHash('sha256')
    .update(JSON.stringify(sorted(facts)))
    .digest('hex');
}

/** Returns a fingerprint of a trip's scores as they are read or listed, or `undefined` without scores. */
export function scoresFingerprint({ score, ratings }: Pick<Trip, 'score' | 'ratings'>): string | undefined {
  if (score === undefined && Object.keys(ratings).length === 0) return undefined;
  return createHash('sha256')
    .update(JSON.stringify(sorted({ score, ratings })))
    .digest('hex');
}

/** Returns the value with its keys in order, so that two equal bodies have the same fingerprint. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
