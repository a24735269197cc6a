import { chooseEventType, isOfType } from '../../rules/vocabulary/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { RuleAction } from '../../rules/lint/index.ts';
import { NO_LONGER_MATCHED } from '../../store/deletions/index.ts';

/** A day's figures that the caps are about. */
export interface DayFigures {
  /** Deletions tried today for this rule, this one left out. */
  readonly ruleDeletions: number;
  /** Deletions tried today in the fleet, this one left out. */
  readonly fleetDeletions: number;
  /** Trips announced today in the fleet. */
  readonly fleetTrips: number;
}

/** What a rule allows its deletions. */
export interface DeletionCaps {
  /** Deletions a UTC day and rule. */
  readonly maxPerDay: number;
  /** Share of the fleet's trips of a UTC day, from 20 trips on. */
  readonly maxShare: number;
}

/** The caps of an action that names none. */
export const DEFAULT_CAPS: DeletionCaps = { maxPerDay: 10, maxShare: 0.05 };
/** Below so many trips a day a share says nothing. */
const SHARE_FROM_TRIPS = 20;

/** What is compared before a trip is deleted: fingerprints of its contents, and whether the rule still asks. */
export interface Standing {
  /** When the deletion was asked for; null: not known. */
  readonly requested: string | null;
  /** When the trip was decided last. */
  readonly decided: string | null;
  readonly now: string;
  /** Whether the rule matched in that last decision. */
  readonly matches: boolean;
}

/**
 * Why a trip must not be deleted, whoever asked: a collision, or events that are not known, or another content than the
 * one that was decided, or a rule that does not match it any more. Undefined: nothing speaks against it.
 */
export function tripGuard(trip: Trip, standing: Standing): string | undefined {
  const collision = chooseEventType('COLLISION');
  if (trip.events === undefined) return 'events_unknown';
  if (collision && trip.events.some((event) => isOfType(event, collision))) return 'has_collision';
  if (standing.decided !== standing.now) return CHANGED;
  if (standing.matches) return undefined;
  return standing.requested === standing.now ? NO_LONGER_MATCHED : CHANGED;
}

const CHANGED = 'changed_since_decision';

/** Why a trip must not be deleted that somebody still has to deal with. */
export const OPEN_INCIDENT = 'open_incident';

const CAP_REACHED = 'daily_cap_reached';
const SHARE_REACHED = 'daily_share_reached';

/** Whether a reason says that only today's deletions have come to their end. */
export function isCap(reason: string): boolean {
  return reason === CAP_REACHED || reason === SHARE_REACHED;
}

/** Whether a reason says that more than a share of the day's trips would go: a rule that deletes by itself stops then. */
export function isShare(reason: string): boolean {
  return reason === SHARE_REACHED;
}

/** What a rule's action allows its deletions. */
export function capsOf(action: Extract<RuleAction, { type: 'delete_trip' }>): DeletionCaps {
  return {
    maxPerDay: action.max_per_day ?? DEFAULT_CAPS.maxPerDay,
    maxShare: action.max_share ?? DEFAULT_CAPS.maxShare,
  };
}

/** Why today's deletions have come to their end. */
export function capGuard(figures: DayFigures, caps: DeletionCaps): string | undefined {
  if (figures.ruleDeletions >= caps.maxPerDay) return CAP_REACHED;
  if (
    figures.fleetTrips >= SHARE_FROM_TRIPS &&
    (figures.fleetDeletions + 1) / figures.fleetTrips > caps.maxShare
  )
    return SHARE_REACHED;
  return undefined;
}
