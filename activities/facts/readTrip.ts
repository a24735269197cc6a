import { ApplicationFailure } from '@temporalio/common';
import type { Outcome } from '../../analytics/index.ts';
import type { JsonObject, Trip } from '../../rules/vocabulary/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import { analyticsOf } from '../connections/index.ts';
import type { ActivityDependencies, AlarmKind } from '../connections/index.ts';
import { namedWaitMs, retryLater } from '../failures/index.ts';
import { ownRetryDelayMs } from '../deliveries/index.ts';

/** A trip as read, or the service's word that there is none. */
export type ReadTrip =
  | { readonly kind: 'read'; readonly trip: Trip; readonly raw: JsonObject }
  | { readonly kind: 'no_such_trip' };

/** What a look at a trip finds: also that this one trip cannot be read while others can, or never can. */
export type TripLook =
  ReadTrip | { readonly kind: 'unreadable'; readonly reason: string; readonly forGood: boolean };

/**
 * Reads a trip with all its sections. "No such trip" is an answer; everything else that is not the trip is waited for.
 * @throws ApplicationFailure (worth a retry) when the service is away, limiting, refusing the key, or talking nonsense;
 *   not worth one when the trip's ids cannot be sent
 */
export async function readTrip(deps: ActivityDependencies, key: TripKey): Promise<ReadTrip> {
  const look = await lookAtTrip(deps, key);
  if (look.kind !== 'unreadable') return look;
  if (look.forGood) throw ApplicationFailure.nonRetryable(look.reason, 'trip_unreadable');
  return retryLater('trip_unreadable', look.reason);
}

/**
 * As `readTrip`, but answers where the fault is this trip's: an outage never is, and what might be either is judged by
 * whether other trips of the fleet are read well meanwhile.
 * @throws ApplicationFailure (worth a retry) when the fault is the service's, or nobody can tell
 */
export async function lookAtTrip(deps: ActivityDependencies, key: TripKey): Promise<TripLook> {
  const outcome = await analyticsOf(deps, key.fleet).trip(key.driverId, key.tripId);
  if (outcome.kind === 'no_such_trip') {
    await healthy(deps, key.fleet);
    return { kind: 'no_such_trip' };
  }
  if (outcome.kind === 'invalid' && outcome.unsendable)
    return { kind: 'unreadable', reason: outcome.reason, forGood: true };
  if (isMaybeTrip(outcome) && deps.pulse.othersAreWell(key.fleet, subjectOf(key))) {
    deps.log.warn(
      { fleet: key.fleet, driver: key.driverId, trip: key.tripId, reason: outcome.reason },
      'this trip cannot be read while others can',
    );
    return { kind: 'unreadable', reason: outcome.reason, forGood: false };
  }
  const { trip, raw } = await expectOk(deps, key, outcome);
  deps.pulse.readWell(key.fleet, subjectOf(key));
  return { kind: 'read', trip, raw };
}

/**
 * The value of an outcome that has to be ok.
 * @param about the fleet, or the trip the call was about: trouble of several trips is the fleet's
 * @throws ApplicationFailure (worth a retry), after raising the fleet's alarm once where a person has to mend something
 */
export async function expectOk<T>(
  deps: ActivityDependencies,
  about: string | TripKey,
  outcome: Outcome<T>,
): Promise<T> {
  const fleet = typeof about === 'string' ? about : about.fleet;
  switch (outcome.kind) {
    case 'ok':
      await healthy(deps, fleet);
      return outcome.value;
    case 'unauthorised':
      await trouble(deps, about, { kind: 'analytics_unauthorised' });
      return retryLater('analytics_unauthorised', 'The analytics service refuses the API key.');
    case 'limited':
      return retryLater(
        'analytics_limited',
        'The analytics service is limiting this fleet.',
        namedWaitMs(outcome.retryAfterMs),
      );
    case 'unavailable':
      await trouble(deps, about, { kind: 'analytics_unavailable', maybeItsOwn: isMaybeTrip(outcome) });
      return retryLater(
        'analytics_unavailable',
        `The analytics service does not answer: ${outcome.reason}`,
        outcome.isUnasked ? ownRetryDelayMs() : namedWaitMs(outcome.retryAfterMs),
      );
    case 'no_such_trip':
      return retryLater('analytics_invalid', 'The analytics service answered that it has no such thing.');
    case 'invalid':
      await trouble(deps, about, { kind: 'analytics_invalid', maybeItsOwn: isMaybeTrip(outcome) });
      return retryLater(
        'analytics_invalid',
        `The analytics service answered what its contract does not know: ${outcome.reason}`,
      );
  }
}

/** One trip's trouble keeps an alarm standing that stands, and raises none: it takes evidence to call it the fleet's. */
async function trouble(
  deps: ActivityDependencies,
  about: string | TripKey,
  met: { readonly kind: AlarmKind; readonly maybeItsOwn?: boolean },
): Promise<void> {
  const { kind, maybeItsOwn = false } = met;
  const [fleet, subject] = typeof about === 'string' ? [about, ''] : [about.fleet, subjectOf(about)];
  const isFleets = deps.pulse.trouble(kind, { fleet, subject, maybeItsOwn });
  await (isFleets ? deps.alarms.raise(fleet, kind) : deps.alarms.note(fleet, kind));
}

function isMaybeTrip(
  outcome: Outcome<unknown>,
): outcome is Extract<Outcome<unknown>, { readonly maybeTrip?: boolean }> {
  return (outcome.kind === 'unavailable' || outcome.kind === 'invalid') && outcome.maybeTrip === true;
}

function subjectOf(key: TripKey): string {
  return JSON.stringify([key.driverId, key.tripId]);
}

async function healthy(deps: ActivityDependencies, fleet: string): Promise<void> {
  deps.pulse.answered(fleet);
  await deps.alarms.clear(fleet, 'analytics_unauthorised');
  await deps.alarms.clear(fleet, 'analytics_unavailable');
  await deps.alarms.clear(fleet, 'analytics_invalid');
}
