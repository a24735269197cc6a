import type { Severity } from '../evaluation/index.ts';

/** A silence that is active at the relevant moment. Absent fields do not narrow it. */
export interface ActiveSilence {
  readonly id: string;
  readonly rules?: readonly string[];
  readonly drivers?: readonly string[];
  readonly groups?: readonly string[];
}

/** The driver that an alert is about, and the rule that raised it. */
export interface SilenceSubject {
  readonly rule: string;
  /** The severity of the rule; undefined when unknown. */
  readonly severity: Severity | undefined;
  readonly driverId: string;
  /** The driver's groups; undefined when unknown, so that a silence of groups silences nothing. */
  readonly groups: readonly string[] | undefined;
}

function covers(silence: ActiveSilence, { rule, severity, driverId, groups }: SilenceSubject): boolean {
  if (silence.rules ? !silence.rules.includes(rule) : severity === 'critical') return false;
  if (silence.drivers && !silence.drivers.includes(driverId)) return false;
  return !silence.groups || silence.groups.some((group) => groups?.includes(group) === true);
}

/**
 * Returns the first silence that covers an alert: every scope that it names must fit. An alert of a critical rule needs a
 * silence that names the rule. So silencing a driver, a group or the fleet never silences collisions.
 */
export function silenceFor(
  silences: readonly ActiveSilence[],
  subject: SilenceSubject,
): ActiveSilence | undefined {
  return silences.find((silence) => covers(silence, subject));
}
