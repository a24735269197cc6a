import { childrenOf } from './conditionWalk.ts';
import type { PlacedComparison, PlacedCondition } from './conditionWalk.ts';
import { factKey } from './factRequest.ts';
import type { IssueList } from './issue.ts';
import { excludes, fixedComparison, implies } from './valueSet.ts';
import type { FixedComparison } from './valueSet.ts';

/** Comparisons of one fact in one `all` that are judged with each other; nobody writes more by hand. */
const MOST_COMPARED = 20;

/** The comparisons that must hold together; an `all` inside an `all` is the same `all`. */
function together(placed: PlacedCondition): readonly PlacedComparison[] {
  return childrenOf(placed).flatMap((child) => {
    const { condition, pointer } = child;
    if ('fact' in condition) return [{ comparison: condition, pointer }];
    return 'all' in condition ? together(child) : [];
  });
}

interface Fixed {
  readonly pointer: string;
  readonly fixed: FixedComparison;
}

function byFact(comparisons: readonly PlacedComparison[]): ReadonlyMap<string, readonly Fixed[]> {
  const found = new Map<string, Fixed[]>();
  for (const { comparison, pointer } of comparisons) {
    const fixed = fixedComparison(comparison);
    if (!fixed) continue;
    const { fact, params = {}, path = '' } = comparison;
    const key = `${factKey({ fact, params })} ${path}`;
    found.set(key, [...(found.get(key) ?? []), { pointer, fixed }]);
  }
  return found;
}

function warnOfPair(first: Fixed, second: Fixed, issues: IssueList): void {
  if (excludes(first.fixed, second.fixed))
    issues.warn(
      second.pointer,
      `excludes ${first.pointer}: both are about the same fact and never hold together, so this "all" is never true`,
    );
  else if (implies(first.fixed, second.fixed))
    issues.warn(second.pointer, `adds nothing: it holds whenever ${first.pointer} does`);
  else if (implies(second.fixed, first.fixed))
    issues.warn(first.pointer, `adds nothing: it holds whenever ${second.pointer} does`);
}

/** Warns of conditions on one fact within one `all` that exclude or repeat each other. */
export function lintTogether(placed: PlacedCondition, issues: IssueList, inAll = false): void {
  const isAll = 'all' in placed.condition;
  if (isAll && !inAll)
    for (const list of byFact(together(placed)).values()) {
      const compared = list.slice(0, MOST_COMPARED);
      compared.forEach((second, index) => {
        for (const first of compared.slice(0, index)) warnOfPair(first, second, issues);
      });
    }
  for (const child of childrenOf(placed)) lintTogether(child, issues, isAll);
}
