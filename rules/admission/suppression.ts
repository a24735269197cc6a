import { compareSeverity } from '../evaluation/index.ts';
import type { Severity } from '../evaluation/index.ts';

/** A match as far as suppression reads it. */
export interface Suppressible {
  readonly rule: string;
  readonly severity: Severity;
  readonly suppresses: readonly string[];
  /** Whether it can suppress: an alert in shadow or silenced suppresses nothing, but shows which rule would suppress it. */
  readonly counts: boolean;
}

/** A rule whose alert for the same trip passed in an earlier revision. */
export interface EarlierAlert {
  readonly rule: string;
  readonly suppresses: readonly string[];
}

/** Highest severity first, then the order of the rules. */
function bySeverity(matches: readonly Suppressible[]): number[] {
  return matches
    .map((_, index) => index)
    .sort((a, b) => compareSeverity(matches[b]!.severity, matches[a]!.severity) || a - b);
}

/**
 * Which rule suppresses each match, if any. One that is suppressed suppresses nothing itself; where rules suppress each
 * other in a circle, the one of highest severity, then the first, stands.
 */
export function suppressors(
  matches: readonly Suppressible[],
  earlier: readonly EarlierAlert[],
): readonly (string | undefined)[] {
  const found = matches.map(
    ({ rule }) => earlier.find((each) => each.rule !== rule && each.suppresses.includes(rule))?.rule,
  );
  const attackersOf = matches.map(({ rule }) =>
    bySeverity(matches).filter(
      (index) =>
        matches[index]!.counts && matches[index]!.rule !== rule && matches[index]!.suppresses.includes(rule),
    ),
  );
  const kept = new Set<number>();
  const open = new Set(bySeverity(matches).filter((index) => found[index] === undefined));
  while (open.size > 0) {
    const settled = [...open].find((index) => attackersOf[index]!.every((attacker) => !open.has(attacker)));
    const next = settled ?? [...open][0]!;
    open.delete(next);
    kept.add(next);
    for (const index of open) {
      if (!matches[next]!.counts || !attackersOf[index]!.includes(next)) continue;
      found[index] = matches[next]!.rule;
      open.delete(index);
    }
  }
  return found;
}

/** An alert of a trip as it is stored. */
export interface StoredAlert {
  readonly rule: string;
  readonly isSuppressed: boolean;
  readonly reason: string | null;
  readonly detail: string | null;
  /** What its rule suppresses, in the version that raised it; null: nothing, or that version is no longer stored. */
  readonly suppresses: readonly string[] | null;
  /** `going`: one is sent, or still to be. `ended`: all ended without being sent, or nobody knows. `none`: it has no messages. */
  readonly messages: 'going' | 'held' | 'ended' | 'none';
  /** How the last of those that ended did: a reason, or a state; null: none has ended. */
  readonly lastMessage: string | null;
}

/** Alerts that never came to a message for one of these reasons suppress nothing. */
const SUPPRESSES_NOTHING: ReadonlySet<string> = new Set(['still_true', 'shadow', 'silenced', 'suppressed']);

/**
 * Whether an alert suppresses others of its trip: it was sent, or is still to be. One that is held, or that a throttle or a
 * budget stopped, suppresses no more once its rule is known not to match the trip. When nobody knows whether it was sent, it
 * suppresses nothing.
 * @param notMatched the rules that the trip's newest decision did not match
 */
function stands(alert: StoredAlert, notMatched: ReadonlySet<string>): boolean {
  switch (alert.messages) {
    case 'going':
      return true;
    case 'held':
      return !notMatched.has(alert.rule);
    case 'ended':
      return false;
    case 'none':
      return !SUPPRESSES_NOTHING.has(alert.reason ?? '') && !notMatched.has(alert.rule);
  }
}

/** Why an alert that was suppressed is suppressed no more. */
export interface Unsuppressed {
  /** The rule that suppressed it. */
  readonly by: string;
  /** How that rule's alert ended: a reason such as `silenced`, or the state of its last message. */
  readonly ended: string;
}

/** What suppression makes of the alerts that a trip has. */
export interface StoredSuppression {
  /** The alerts that suppress others. */
  readonly earlier: readonly EarlierAlert[];
  /** By rule, the alerts that no other suppresses any more. */
  readonly unsuppressed: ReadonlyMap<string, Unsuppressed>;
  /** By rule, the alerts that another rule suppresses than the one that is noted. */
  readonly movedTo: ReadonlyMap<string, string>;
}

/** Which alerts of a trip suppress others, and which are suppressed no more. @param notMatched as its newest decision has it */
export function storedSuppression(
  alerts: readonly StoredAlert[],
  notMatched: ReadonlySet<string>,
): StoredSuppression {
  const earlier = alerts
    .filter((alert) => stands(alert, notMatched))
    .map(({ rule, suppresses }) => ({ rule, suppresses: suppresses ?? [] }));
  const unsuppressed = new Map<string, Unsuppressed>();
  const movedTo = new Map<string, string>();
  for (const { rule, detail, isSuppressed } of alerts) {
    if (!isSuppressed || detail === null || earlier.some((each) => each.rule === detail)) continue;
    const other = earlier.find((each) => each.rule !== rule && each.suppresses.includes(rule));
    if (other) movedTo.set(rule, other.rule);
    else unsuppressed.set(rule, { by: detail, ended: endingOf(detail, alerts, notMatched) });
  }
  return { earlier, unsuppressed, movedTo };
}

function endingOf(rule: string, alerts: readonly StoredAlert[], notMatched: ReadonlySet<string>): string {
  const alert = alerts.find((each) => each.rule === rule);
  if (alert?.reason === 'suppressed') return 'suppressed';
  if (notMatched.has(rule) && alert?.messages !== 'ended') return 'not_matched';
  return alert?.lastMessage ?? 'not_sent';
}
