import { pointerTo } from '../../documents/index.ts';
import type { Comparison, Condition } from '../../documents/index.ts';

/** A condition with its JSON pointer. */
export interface PlacedCondition {
  readonly condition: Condition;
  readonly pointer: string;
}

/** A comparison with its JSON pointer. */
export interface PlacedComparison {
  readonly comparison: Comparison;
  readonly pointer: string;
}

/** Returns the conditions directly inside a group, with their pointers. Comparisons and shared conditions contain none. */
export function childrenOf({ condition, pointer }: PlacedCondition): readonly PlacedCondition[] {
  if ('not' in condition) return [{ condition: condition.not, pointer: pointerTo(pointer, 'not') }];
  const kind = 'all' in condition ? 'all' : 'any';
  const list = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
  const at = pointerTo(pointer, kind);
  return list.map((child, index) => ({ condition: child, pointer: pointerTo(at, index) }));
}

/** Returns all comparisons in conditions, with their pointers. */
export function comparisonsOf(placed: PlacedCondition): readonly PlacedComparison[] {
  const { condition, pointer } = placed;
  if ('fact' in condition) return [{ comparison: condition, pointer }];
  return childrenOf(placed).flatMap(comparisonsOf);
}
