import type { Rule } from '../documents/index.ts';
import { compareSeverity } from '../evaluation/index.ts';
import type { Severity } from '../evaluation/index.ts';
import { parseDuration } from '../time/index.ts';

/** At most one alert of a rule in a time. */
export type Throttle = NonNullable<Rule['throttle']>;

/** An alert that passed its rule's throttle, and so may hold later ones. */
export interface PassedAlert {
  readonly at: Date;
  readonly severity: Severity;
}

/** Whom a throttle counts for. */
export interface ThrottleSubject {
  readonly driverId: string;
  readonly tripId: string;
  /** Undefined when it is not known. */
  readonly groups: readonly string[] | undefined;
}

/** Whose alerts hold later ones: anyone's of the fleet, a driver's, a trip's, a group's, or of drivers in no group. */
export type ThrottleScope =
  | { readonly of: 'fleet' }
  | { readonly of: 'driver'; readonly driverId: string }
  | { readonly of: 'trip'; readonly driverId: string; readonly tripId: string }
  | { readonly of: 'group'; readonly group: string }
  | { readonly of: 'no_group' };

/**
 * The scopes a throttle is counted by, of a rule within a fleet. An alert is held when each of them is. A driver whose
 * groups are not known is counted alone, so that neither a stranger's alert holds it nor it a stranger's.
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

/** The same scopes as texts, for histories kept in memory. */
export function throttleKeys(throttle: Throttle, subject: ThrottleSubject): readonly string[] {
  return throttleScopes(throttle, subject).map((scope) => {
    switch (scope.of) {
      case 'driver':
        return `driver ${scope.driverId}`;
      case 'group':
        return `group ${scope.group}`;
      case 'trip':
        // Ids may hold spaces, or anything else that would stand between the two.
        return `trip ${JSON.stringify([scope.driverId, scope.tripId])}`;
      default:
        return scope.of;
    }
  });
}

/** Read once for each throttle: a sweep asks a million times. */
const SECONDS = new WeakMap<Throttle, number>();

/** Seconds for which an alert holds later ones. */
export function throttleSeconds(throttle: Throttle): number {
  const known = SECONDS.get(throttle);
  if (known !== undefined) return known;
  const seconds = parseDuration(throttle.every);
  SECONDS.set(throttle, seconds);
  return seconds;
}

/**
 * Of the newest alert of each key, the one that decides: none when a key is free, else the one that is broken through
 * most easily, and of those the oldest, which lets go first.
 */
export function holderOf(newest: readonly (PassedAlert | undefined)[]): PassedAlert | undefined {
  const held = newest.filter((each) => each !== undefined);
  if (held.length === 0 || held.length < newest.length) return undefined;
  return held.reduce((a, b) => {
    const order = compareSeverity(a.severity, b.severity) || a.at.getTime() - b.at.getTime();
    return order <= 0 ? a : b;
  });
}

/** Whether an alert that passed holds one at a later time; a higher severity breaks through. */
export function isThrottled(
  rule: Rule,
  { at, holder }: { readonly at: Date; readonly holder: PassedAlert | undefined },
): boolean {
  if (!rule.throttle || !holder) return false;
  const age = at.getTime() - holder.at.getTime();
  return age < throttleSeconds(rule.throttle) * 1000 && compareSeverity(rule.severity, holder.severity) <= 0;
}
