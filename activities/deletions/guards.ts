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
  /** Whether the rule matched in that last decision. */
  readonly matches: boolean;
}

/**
 * Why a trip must not be deleted, whoever asked: a collision, or events that are not known, or another content than the
 * one that was decided, or a rule that does not match it any more. Undefined: nothing speaks against it.
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

/** Why a trip must not be deleted that someone still has to deal with. */
export const OPEN_INCIDENT = 'open_incident';
