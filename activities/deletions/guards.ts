import { chooseEventType, isOfType } from '../../rules/vocabulary/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { NO_LONGER_MATCHED } from '../../store/deletions/index.ts';

/** Hashes of a trip's content at three times, which are compared before its deletion, and whether the rule still matches. */
export interface ContentComparison {
  /** Hash of the content when the deletion was requested; null when unknown. */
  readonly requested: string | null;
  /** Hash of the content at the trip's last decision; null when unknown. */
  readonly decided: string | null;
  readonly now: string;
  /** Whether the rule matched in the trip's last decision. */
  readonly matches: boolean;
}

/**
 * Returns the reason why a trip must not be deleted, even if a person approved it; `undefined` if there is none. Reasons are a
 * collision, unknown events, content that changed since the decision, and a rule that no longer matches.
 */
export function tripGuard(trip: Trip, compared: ContentComparison): string | undefined {
  const collision = chooseEventType('COLLISION');
  if (trip.events === undefined) return 'events_unknown';
  if (collision && trip.events.some((event) => isOfType(event, collision))) return 'has_collision';
  if (compared.decided !== compared.now) return CHANGED;
  if (compared.matches) return undefined;
  return compared.requested === compared.now ? NO_LONGER_MATCHED : CHANGED;
}

const CHANGED = 'changed_since_decision';

/** Reason for not deleting a trip with an open incident, because a person still has to handle the incident. */
export const OPEN_INCIDENT = 'open_incident';
