import { findFact } from '../../vocabulary/index.ts';
import type { FactDefinition } from '../../vocabulary/index.ts';
import { sentence } from '../../documents/index.ts';
import type { Comparison, IssueList, Sentence } from '../../documents/index.ts';
import { comparisonsOf } from './traverse.ts';
import type { PlacedCondition } from './traverse.ts';
import { excludes, fixedComparison, implies } from './valueSet.ts';
import type { FixedComparison } from './valueSet.ts';

/**
 * Returns a comparison that is true for every possible value of a fact. Returns `undefined` if the catalogue states no limits.
 */
function everyValue({ minimum, maximum, values }: FactDefinition): FixedComparison | undefined {
  if (values) return { operator: 'in', value: values, set: { kind: 'some', values } };
  if (minimum === undefined && maximum === undefined) return undefined;
  const [low, high] = [minimum ?? -Infinity, maximum ?? Infinity];
  const set = { kind: 'range', low, high, lowOpen: false, highOpen: false } as const;
  return { operator: 'between', value: [low, high], set };
}

/** Returns whether a comparison's number is outside the fact's limits. Another check already reports such numbers. */
function isBeyond(
  { value }: Comparison,
  { minimum = -Infinity, maximum = Infinity }: FactDefinition,
): boolean {
  const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
  return numbers.some((each) => typeof each === 'number' && (each < minimum || each > maximum));
}

function reachOf({ minimum, maximum }: FactDefinition): Sentence {
  const [low, high] = [String(minimum), String(maximum)];
  if (maximum === undefined) return sentence('reach_low', { low });
  if (minimum === undefined) return sentence('reach_high', { high });
  return sentence('reach_both', { low, high });
}

/** Warns of comparisons that are false for every possible value of the fact, or true for every value. */
export function lintRange(placed: PlacedCondition, issues: IssueList): void {
  for (const { comparison, pointer } of comparisonsOf(placed)) {
    const fact = findFact(comparison.fact);
    const fixed = fixedComparison(comparison);
    const every = fact && everyValue(fact);
    if (!every || !fixed || comparison.operator === 'isKnown' || isBeyond(comparison, fact)) continue;
    const reach = fact.values ? sentence('reach_values', { values: fact.values.join(', ') }) : reachOf(fact);
    if (excludes(every, fixed)) issues.warn(pointer, sentence('neverTrue', { fact: fact.name, reach }));
    else if (implies(every, fixed)) issues.warn(pointer, sentence('alwaysTrue', { fact: fact.name, reach }));
  }
}
