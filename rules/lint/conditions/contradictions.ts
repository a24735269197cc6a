import { conjunctionOf, conjunctionUnderNot, isTogether } from './conjunction.ts';
import type { Conjunction, HeldComparison } from './conjunction.ts';
import { childrenOf } from './traverse.ts';
import type { PlacedCondition } from './traverse.ts';
import { factKey } from '../../vocabulary/index.ts';
import { sentence } from '../../documents/index.ts';
import type { IssueList, SharedConditions } from '../../documents/index.ts';
import { excludes, fixedComparison, implies } from './valueSet.ts';
import type { FixedComparison } from './valueSet.ts';

/** Maximum number of comparisons of one fact in one `all` that are checked against each other. Hand-written rules have fewer. */
const MOST_COMPARED = 20;

/** Maximum number of value pairs that are compared per document. Longer lists are not checked. */
const MOST_PAIRS = 200_000;

/** The remaining number of value pairs that may be compared. */
interface Budget {
  pairs: number;
}

interface Fixed extends HeldComparison {
  readonly fixed: FixedComparison;
}

function byFact(comparisons: readonly HeldComparison[]): ReadonlyMap<string, readonly Fixed[]> {
  const found = new Map<string, Fixed[]>();
  for (const held of comparisons) {
    const fixed = fixedComparison(held.comparison);
    if (!fixed) continue;
    const { fact, params = {}, path = '' } = held.comparison;
    const key = `${factKey({ fact, params })} ${path}`;
    const list = found.get(key);
    if (list) list.push({ ...held, fixed });
    else found.set(key, [{ ...held, fixed }]);
  }
  return found;
}

function sizeOf({ value }: FixedComparison): number {
  return Array.isArray(value) ? value.length : 1;
}

function warnOfPair(first: Fixed, second: Fixed, { issues, budget }: At): void {
  // Comparisons in the same shared condition are checked against each other where the shared condition is defined.
  if (first.pointer === second.pointer) return;
  const pairs = sizeOf(first.fixed) * sizeOf(second.fixed);
  if (pairs > budget.pairs) return;
  budget.pairs -= pairs;
  if (excludes(first.fixed, second.fixed))
    issues.warn(second.pointer, sentence('excludes', { other: first.pointer }));
  else if (second.isAlone && implies(first.fixed, second.fixed)) warnOfNeedless(second, first, issues);
  else if (first.isAlone && implies(second.fixed, first.fixed)) warnOfNeedless(first, second, issues);
}

function warnOfNeedless(needless: Fixed, because: Fixed, issues: IssueList): void {
  issues.warn(needless.pointer, sentence('addsNothing', { other: because.pointer }));
}

/**
 * Warns of shared conditions that are named twice.
 * @returns pointers that now have a warning
 */
function warnOfNames({ references }: Conjunction, issues: IssueList): ReadonlySet<string> {
  const first = new Map<string, Conjunction['references'][number]>();
  const said = new Set<string>();
  for (const reference of references) {
    const { name, negated, pointer } = reference;
    const earlier = first.get(name);
    first.set(name, earlier ?? reference);
    if (!earlier) continue;
    said.add(pointer);
    issues.warn(
      pointer,
      earlier.negated === negated
        ? sentence('sameShared', { other: earlier.pointer })
        : sentence('excludesShared', { other: earlier.pointer }),
    );
  }
  return said;
}

function check(together: Conjunction, at: At): void {
  const said = warnOfNames(together, at.issues);
  const comparisons = together.comparisons.filter(({ pointer }) => !said.has(pointer));
  for (const list of byFact(comparisons).values()) {
    const compared = list.slice(0, MOST_COMPARED);
    compared.forEach((second, index) => {
      for (const first of compared.slice(0, index)) warnOfPair(first, second, at);
    });
  }
}

/**
 * Warns if conditions on the same fact in one `all` exclude or repeat each other. Also checks the conditions inside known shared
 * conditions, and the opposites of conditions under `not`.
 */
export function lintTogether(
  placed: PlacedCondition,
  issues: IssueList,
  shared: SharedConditions | undefined,
): void {
  visit(placed, { issues, shared, negated: false, isChecked: false, budget: { pairs: MOST_PAIRS } });
}

interface At {
  readonly issues: IssueList;
  readonly budget: Budget;
  readonly shared: SharedConditions | undefined;
  readonly negated: boolean;
  /** Whether the condition is part of an `all` that was already checked. */
  readonly isChecked: boolean;
}

function visit(placed: PlacedCondition, at: At): void {
  const { condition } = placed;
  const { shared, negated } = at;
  const together = isTogether(condition, negated);
  if (together && !at.isChecked)
    check(negated ? conjunctionUnderNot(placed, shared) : conjunctionOf(placed, shared), at);
  const isNot = 'not' in condition;
  const isChecked = together || (isNot && at.isChecked);
  for (const child of childrenOf(placed)) visit(child, { ...at, negated: isNot !== negated, isChecked });
}
