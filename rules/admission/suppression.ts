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
