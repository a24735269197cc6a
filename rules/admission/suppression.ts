import { compareSeverity } from '../evaluation/index.ts';
import type { Severity } from '../evaluation/index.ts';

/** The fields of a match that decide suppression. */
export interface Suppressible {
  readonly rule: string;
  readonly severity: Severity;
  readonly suppresses: readonly string[];
  /**
   * Whether the match can suppress others. An alert that is silenced or in shadow suppresses nothing, but still records the rule
   * that would suppress it.
   */
  readonly counts: boolean;
}

/** A rule whose alert in an earlier revision of the same trip suppresses others. */
export interface EarlierAlert {
  readonly rule: string;
  readonly suppresses: readonly string[];
}

/** Returns the indexes of the matches by severity, highest first, then in the order of the rules. */
function bySeverity(matches: readonly Suppressible[]): number[] {
  return matches
    .map((_, index) => index)
    .sort((a, b) => compareSeverity(matches[b]!.severity, matches[a]!.severity) || a - b);
}

/**
 * Returns, for each match, the rule that suppresses it, if any. A suppressed match suppresses nothing itself. If rules suppress
 * each other in a circle, the rule of highest severity is kept; if several have it, the first.
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

/** An alert of a trip as stored. */
export interface StoredAlert {
  readonly rule: string;
  readonly isSuppressed: boolean;
  readonly reason: string | null;
  readonly detail: string | null;
  /**
   * The rules that the alert's rule suppresses, in the version that raised the alert. Null: there are none, or the version is no
   * longer stored.
   */
  readonly suppresses: readonly string[] | null;
  /**
   * `going`: a message was sent or will be sent. `held`: messages are held. `ended`: all messages ended unsent or with an unknown
   * outcome. `none`: the alert has no messages.
   */
  readonly messages: 'going' | 'held' | 'ended' | 'none';
  /** The reason or state with which the newest ended message ended. Null: no message has ended. */
  readonly lastMessage: string | null;
}

/** Reasons for which an alert never had a message, so that the alert suppresses nothing. */
const SUPPRESSES_NOTHING: ReadonlySet<string> = new Set(['still_true', 'shadow', 'silenced', 'suppressed']);

/**
 * Returns whether an alert still suppresses other alerts of its trip. An alert that was sent or will be sent does. A held,
 * throttled or over-budget alert suppresses until the newest decision shows that its rule does not match the trip. An alert with
 * an unknown outcome suppresses nothing.
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

/** The reason why an alert is no longer suppressed. */
export interface Unsuppressed {
  /** The rule that suppressed the alert. */
  readonly by: string;
  /** The end of that rule's alert: a reason such as `silenced`, or the state of its last message. */
  readonly ended: string;
}

/** Suppression among the stored alerts of a trip, computed anew. */
export interface StoredSuppression {
  /** The alerts that still suppress others. */
  readonly earlier: readonly EarlierAlert[];
  /** Alerts, by rule, that were suppressed and no longer are. */
  readonly unsuppressed: ReadonlyMap<string, Unsuppressed>;
  /**
   * The new suppressing rule of each alert that is now suppressed by a different rule than recorded. Keyed by the suppressed
   * alert's rule.
   */
  readonly movedTo: ReadonlyMap<string, string>;
}

/**
 * Finds the alerts of a trip that suppress others, and the alerts that are no longer suppressed.
 * @param notMatched the rules that the trip's newest decision did not match
 */
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
