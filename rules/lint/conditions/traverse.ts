import { pointerTo } from '../../documents/index.ts';
import type { Comparison, Condition } from '../../documents/index.ts';

/** A condition with the JSON pointer of its place. */
export interface PlacedCondition {
  readonly condition: Condition;
  readonly pointer: string;
}

/** A comparison with the JSON pointer of its place. */
export interface PlacedComparison {
  readonly comparison: Comparison;
  readonly pointer: string;
}

/** Returns the conditions directly inside a condition, with their places; a comparison or a shared condition has none. */
export function childrenOf({ condition, pointer }: PlacedCondition): readonly PlacedCondition[] {
  if ('not' in condition) return [{ condition: condition.not, pointer: pointerTo(pointer, 'not') }];
  const kind = 'all' in condition ? 'all' : 'any';
  const list = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
  const at = pointerTo(pointer, kind);
  return list.map((child, index) => ({ condition: child, pointer: pointerTo(at, index) }));
}

/** Returns every comparison of conditions, with its place. */
export function comparisonsOf(placed: PlacedCondition): readonly PlacedComparison[] {
  const { condition, pointer } = placed;
  if ('fact' in condition) return [{ comparison: condition, pointer }];
  return childrenOf(placed).flatMap(comparisonsOf);
}
