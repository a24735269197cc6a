import type { Rule } from '../documents/index.ts';
import { compareSeverity } from '../evaluation/index.ts';
import type { Severity } from '../evaluation/index.ts';
import { parseDuration } from '../time/index.ts';

/** A limit of one alert of a rule per period. */
export type Throttle = NonNullable<Rule['throttle']>;

/** An alert that passed its rule's throttle and may therefore throttle later alerts. */
export interface PassedAlert {
  readonly at: Date;
  readonly severity: Severity;
}

/** The driver and trip of an alert, from which its throttle scopes are computed. */
export interface ThrottleSubject {
  readonly driverId: string;
  readonly tripId: string;
  /** The driver's groups; undefined when unknown. */
  readonly groups: readonly string[] | undefined;
}

/**
 * The range of alerts that share one throttle: those of the fleet, a driver, a trip, a group, or of all drivers without a group.
 */
export type ThrottleScope =
  | { readonly of: 'fleet' }
  | { readonly of: 'driver'; readonly driverId: string }
  | { readonly of: 'trip'; readonly driverId: string; readonly tripId: string }
  | { readonly of: 'group'; readonly group: string }
  | { readonly of: 'no_group' };

/**
 * Returns the scopes of a rule's throttle. An alert is throttled only if it is throttled in each of its scopes. A driver with
 * unknown groups gets a separate scope, so that drivers who may be in different groups do not throttle each other.
 */
export function throttleScopes(throttle: Throttle, subject: ThrottleSubject): readonly ThrottleScope[] {
  const { driverId, tripId, groups } = subject;
  switch (throttle.per) {
    case 'fleet':
      return [{ of: 'fleet' }];
    case 'driver':
      return [{ of: 'driver', driverId }];
    case 'trip':
      return [{ of: 'trip', driverId, tripId }];
    case 'group':
      if (!groups) return [{ of: 'driver', driverId }];
      return groups.length === 0 ? [{ of: 'no_group' }] : groups.map((group) => ({ of: 'group', group }));
  }
}

/** Returns the throttle scopes as texts, which serve as keys of histories in memory. */
export function throttleKeys(throttle: Throttle, subject: ThrottleSubject): readonly string[] {
  return throttleScopes(throttle, subject).map((scope) => {
    switch (scope.of) {
      case 'driver':
        return `driver ${scope.driverId}`;
      case 'group':
        return `group ${scope.group}`;
      case 'trip':
        // Ids may contain spaces or any other separator.
        return `trip ${JSON.stringify([scope.driverId, scope.tripId])}`;
      default:
        return scope.of;
    }
  });
}

/** Seconds of each throttle, cached because a sweep reads them a million times. */
const SECONDS = new WeakMap<Throttle, number>();

/** Returns the seconds for which an alert throttles later alerts. */
export function throttleSeconds(throttle: Throttle): number {
  const known = SECONDS.get(throttle);
  if (known !== undefined) return known;
  const seconds = parseDuration(throttle.every);
  SECONDS.set(throttle, seconds);
  return seconds;
}

/**
 * Chooses, from the newest alert of each throttle key, the alert that decides about a later one. Returns `undefined` if a key has
 * no alert. The choice is the lowest severity, which a later alert exceeds most easily; among equals the oldest, whose throttle
 * ends first.
 */
export function holderOf(newest: readonly (PassedAlert | undefined)[]): PassedAlert | undefined {
  const held = newest.filter((each) => each !== undefined);
  if (held.length === 0 || held.length < newest.length) return undefined;
  return held.reduce((a, b) => {
    const order = compareSeverity(a.severity, b.severity) || a.at.getTime() - b.at.getTime();
    return order <= 0 ? a : b;
  });
}

/** Returns whether an earlier alert throttles a later one. An alert of higher severity is not throttled. */
export function isThrottled(
  rule: Rule,
  { at, holder }: { readonly at: Date; readonly holder: PassedAlert | undefined },
): boolean {
  if (!rule.throttle || !holder) return false;
  const age = at.getTime() - holder.at.getTime();
  return age < throttleSeconds(rule.throttle) * 1000 && compareSeverity(rule.severity, holder.severity) <= 0;
}
