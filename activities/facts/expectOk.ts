import type { Outcome } from '../../analytics/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import { ownRetryDelayMs } from '../resilience/index.ts';
import type { ActivityDependencies, AlarmKind } from '../dependencies/index.ts';
import { namedWaitMs, retryLater } from '../failures/index.ts';

/**
 * Returns the value of a successful outcome, and throws for any other. Raises the fleet's alarm once if a person has to fix
 * something.
 * @param about the fleet, or the trip that was requested; failures of several trips are attributed to the fleet
 * @throws ApplicationFailure (worth a retry) for any other outcome
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
      return retryLater('analytics_invalid', 'The analytics service answered "not found".');
    case 'invalid':
      await trouble(deps, about, { kind: 'analytics_invalid', maybeItsOwn: isMaybeTrip(outcome) });
      return retryLater(
        'analytics_invalid',
        `The response of the analytics service does not match its contract: ${outcome.reason}`,
      );
  }
}

/**
 * Records a failure. Raises the fleet's alarm if recent failures show that the fault concerns the whole fleet. A fault of one
 * trip keeps an open alarm open, but raises none.
 */
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

export function isMaybeTrip(
  outcome: Outcome<unknown>,
): outcome is Extract<Outcome<unknown>, { readonly maybeTrip?: boolean }> {
  return (outcome.kind === 'unavailable' || outcome.kind === 'invalid') && outcome.maybeTrip === true;
}

export function subjectOf(key: TripKey): string {
  return JSON.stringify([key.driverId, key.tripId]);
}

export async function healthy(deps: ActivityDependencies, fleet: string): Promise<void> {
  deps.pulse.answered(fleet);
  await deps.alarms.clear(fleet, 'analytics_unauthorised');
  await deps.alarms.clear(fleet, 'analytics_unavailable');
  await deps.alarms.clear(fleet, 'analytics_invalid');
}
