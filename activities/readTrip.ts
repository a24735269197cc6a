import type { JsonObject, Trip } from '../rules/trip.ts';
import type { Outcome } from '../analytics/outcome.ts';
import type { TripKey } from '../workflows/contract.ts';
import { analyticsOf } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { retryLater } from './failure.ts';

/** A trip as read, or the service's word that there is none. */
export type ReadTrip =
  | { readonly kind: 'read'; readonly trip: Trip; readonly raw: JsonObject }
  | { readonly kind: 'no_such_trip' };

/**
 * Reads a trip with all its sections. "No such trip" is an answer; everything else that is not the trip is waited for.
 * @throws ApplicationFailure (worth a retry) when the service is away, limiting, refusing the key, or talking nonsense
 */
export async function readTrip(deps: ActivityDependencies, key: TripKey): Promise<ReadTrip> {
  const outcome = await analyticsOf(deps, key.fleet).trip(key.driverId, key.tripId);
  if (outcome.kind === 'no_such_trip') {
    await healthy(deps, key.fleet);
    return { kind: 'no_such_trip' };
  }
  const { trip, raw } = await expectOk(deps, key.fleet, outcome);
  return { kind: 'read', trip, raw };
}

/**
 * The value of an outcome that has to be ok.
 * @throws ApplicationFailure (worth a retry), after raising the fleet's alarm once where a person has to mend something
 */
export async function expectOk<T>(
  deps: ActivityDependencies,
  fleet: string,
  outcome: Outcome<T>,
): Promise<T> {
  switch (outcome.kind) {
    case 'ok':
      await healthy(deps, fleet);
      return outcome.value;
    case 'unauthorised':
      await deps.alarms.raise(fleet, 'analytics_unauthorised');
      return retryLater('analytics_unauthorised', 'The analytics service refuses the API key.');
    case 'limited':
      return retryLater(
        'analytics_limited',
        'The analytics service is limiting this fleet.',
        outcome.retryAfterMs,
      );
    case 'unavailable':
      await deps.alarms.raise(fleet, 'analytics_unavailable');
      return retryLater(
        'analytics_unavailable',
        `The analytics service does not answer: ${outcome.reason}`,
        outcome.retryAfterMs,
      );
    case 'no_such_trip':
      return retryLater('analytics_invalid', 'The analytics service answered that it has no such thing.');
    case 'invalid':
      await deps.alarms.raise(fleet, 'analytics_invalid');
      return retryLater(
        'analytics_invalid',
        `The analytics service answered what its contract does not know: ${outcome.reason}`,
      );
  }
}

async function healthy(deps: ActivityDependencies, fleet: string): Promise<void> {
  await deps.alarms.clear(fleet, 'analytics_unauthorised');
  await deps.alarms.clear(fleet, 'analytics_unavailable');
  await deps.alarms.clear(fleet, 'analytics_invalid');
}
