import type { Severity } from '../evaluation/index.ts';

/** A silence that is active at the moment in question. Fields that are absent do not narrow it. */
export interface ActiveSilence {
  readonly id: string;
  readonly rules?: readonly string[];
  readonly drivers?: readonly string[];
  readonly groups?: readonly string[];
}

/** Whom an alert is about, and which rule raised it. */
export interface SilenceSubject {
  readonly rule: string;
  /** Of the rule; undefined: not known. */
  readonly severity: Severity | undefined;
  readonly driverId: string;
  /** Undefined when it is not known: a silence of groups then silences nothing. */
  readonly groups: readonly string[] | undefined;
}

function covers(silence: ActiveSilence, { rule, severity, driverId, groups }: SilenceSubject): boolean {
  if (silence.rules ? !silence.rules.includes(rule) : severity === 'critical') return false;
  if (silence.drivers && !silence.drivers.includes(driverId)) return false;
  return !silence.groups || silence.groups.some((group) => groups?.includes(group) === true);
}

/**
 * The first silence that covers an alert: every scope it names must fit. An alert of a critical rule is covered only by a
 * silence that names the rule, so that muting a driver, a group or the fleet never mutes collisions.
 */
export function silenceFor(
  silences: readonly ActiveSilence[],
  subject: SilenceSubject,
): ActiveSilence | undefined {
  return silences.find((silence) => covers(silence, subject));
}
