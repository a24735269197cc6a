import type { Severity } from '../evaluation/index.ts';

/** A silence that is active at the checked time. An absent list does not limit the silence. */
export interface ActiveSilence {
  readonly id: string;
  readonly rules?: readonly string[];
  readonly drivers?: readonly string[];
  readonly groups?: readonly string[];
}

/** The driver and the rule of an alert, which are compared with silences. */
export interface SilenceSubject {
  readonly rule: string;
  /** The severity of the rule; undefined when unknown. */
  readonly severity: Severity | undefined;
  readonly driverId: string;
  /** The driver's groups. If undefined (unknown), a silence of groups does not apply. */
  readonly groups: readonly string[] | undefined;
}

function covers(silence: ActiveSilence, { rule, severity, driverId, groups }: SilenceSubject): boolean {
  if (silence.rules ? !silence.rules.includes(rule) : severity === 'critical') return false;
  if (silence.drivers && !silence.drivers.includes(driverId)) return false;
  return !silence.groups || silence.groups.some((group) => groups?.includes(group) === true);
}

/**
 * Returns the first silence that applies to an alert. All lists of the silence must include the alert. An alert of a critical
 * rule is silenced only if the silence names the rule. Silencing a driver, a group or the fleet therefore never silences
 * collisions.
 */
export function silenceFor(
  silences: readonly ActiveSilence[],
  subject: SilenceSubject,
): ActiveSilence | undefined {
  return silences.find((silence) => covers(silence, subject));
}
