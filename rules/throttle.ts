import type { Severity } from './decision.ts';
import { parseDuration } from './duration.ts';
import type { Rule } from './ruleDocument.ts';
import { compareSeverity } from './severityOrder.ts';

/** At most one alert of a rule in a time. */
export type Throttle = NonNullable<Rule['throttle']>;

/** An alert that passed its rule's throttle, and so may hold later ones. */
export interface PassedAlert {
  readonly at: Date;
  readonly severity: Severity;
}

/** The group of a driver in no group, as a throttle counts. It is no group's id, which has no brackets. */
export const NO_GROUP = '(none)';

/** Whom a throttle counts for. */
export interface ThrottleSubject {
  readonly driverId: string;
  readonly tripId: string;
  /** Undefined when it is not known. */
  readonly groups: readonly string[] | undefined;
}

/**
 * The keys a throttle is counted by, of a rule within a fleet. An alert is held when each of them is. A driver whose
 * groups are not known is counted alone, so that neither a stranger's alert holds it nor it a stranger's.
 */
export function throttleKeys(throttle: Throttle, subject: ThrottleSubject): readonly string[] {
  switch (throttle.per) {
    case 'fleet':
      return ['fleet'];
    case 'driver':
      return [`driver ${subject.driverId}`];
    case 'trip':
      return [`trip ${subject.driverId} ${subject.tripId}`];
    case 'group':
      if (!subject.groups) return [`driver ${subject.driverId}`];
      return (subject.groups.length === 0 ? [NO_GROUP] : subject.groups).map((group) => `group ${group}`);
  }
}

/** Seconds for which an alert holds later ones. */
export function throttleSeconds(throttle: Throttle): number {
  return parseDuration(throttle.every);
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
