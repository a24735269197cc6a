import { compareSeverity } from '../evaluation/index.ts';
import type { Severity } from '../evaluation/index.ts';

/** The fields of a match that suppression reads. */
export interface Suppressible {
  readonly rule: string;
  readonly severity: Severity;
  readonly suppresses: readonly string[];
  /**
   * Whether the match can suppress. An alert that is silenced or in shadow suppresses nothing, but shows the rule that would
   * suppress it.
   */
  readonly counts: boolean;
}

/** A rule whose alert for the same trip passed in an earlier revision. */
export interface EarlierAlert {
  readonly rule: string;
  readonly suppresses: readonly string[];
}

/** Sorts by severity, highest first, then by the order of the rules. */
function bySeverity(matches: readonly Suppressible[]): number[] {
  return matches
    .map((_, index) => index)
    .sort((a, b) => compareSeverity(matches[b]!.severity, matches[a]!.severity) || a - b);
}

/**
 * Returns the rule that suppresses each match, if any. A suppressed match suppresses nothing itself. When rules suppress each
 * other in a circle, the one of highest severity, then the first, is kept.
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
  /**
   * The rules that the alert's rule suppresses, in the version that raised it; null: none, or that version is no longer stored.
   */
  readonly suppresses: readonly string[] | null;
  /**
   * `going`: a message was sent or will be. `ended`: every message ended unsent, or with an unknown outcome. `none`: there are
   * no messages.
   */
  readonly messages: 'going' | 'held' | 'ended' | 'none';
  /** The reason or state with which the last of the ended messages ended; null: none has ended. */
  readonly lastMessage: string | null;
}

/** Reasons for which an alert never got a message and so suppresses nothing. */
const SUPPRESSES_NOTHING: ReadonlySet<string> = new Set(['still_true', 'shadow', 'silenced', 'suppressed']);

/**
 * Returns whether an alert suppresses others of its trip: it was sent, or will be. A held, throttled or over-budget alert no
 * longer suppresses once its rule is known not to match the trip. An alert with an unknown outcome suppresses nothing.
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
  /** The result of that rule's alert: a reason such as `silenced`, or the state of its last message. */
  readonly ended: string;
}

/** The result of suppression for the stored alerts of a trip. */
export interface StoredSuppression {
  /** The alerts that suppress others. */
  readonly earlier: readonly EarlierAlert[];
  /** The alerts that no other alert suppresses any more, by rule. */
  readonly unsuppressed: ReadonlyMap<string, Unsuppressed>;
  /** The alerts that another rule suppresses than the recorded one, by rule. */
  readonly movedTo: ReadonlyMap<string, string>;
}

/**
 * Finds the alerts of a trip that suppress others, and those that are no longer suppressed.
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
