import { chooseEventType, isOfType } from '../../rules/vocabulary/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { NO_LONGER_MATCHED } from '../../store/deletions/index.ts';

/** Fingerprints of a trip's contents that are compared before its deletion, and whether the rule still matches. */
export interface ContentComparison {
  /** Contents when the deletion was requested; null when not known. */
  readonly requested: string | null;
  /** Contents when the trip was decided last. */
  readonly decided: string | null;
  readonly now: string;
  /** Whether the rule matched in the last decision. */
  readonly matches: boolean;
}

/**
 * Returns the reason why a trip must not be deleted, regardless of the requester: a collision, unknown events, content that
 * differs from the decided one, or a rule that no longer matches. Returns `undefined` when none applies.
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

/** Reason for not deleting a trip that a person still has to handle. */
export const OPEN_INCIDENT = 'open_incident';
