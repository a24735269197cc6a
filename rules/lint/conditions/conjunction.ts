import { pointerTo } from '../../documents/index.ts';
import type { Comparison, Condition, SharedConditions } from '../../documents/index.ts';
import { childrenOf } from './traverse.ts';
import type { PlacedCondition } from './traverse.ts';
import { findOperator } from '../../vocabulary/index.ts';

/** A comparison that must hold, as it counts: under a `not` it is its opposite. */
export interface HeldComparison {
  readonly comparison: Comparison;
  /** Where someone can change it: of what stands behind a shared condition's name, the name's place. */
  readonly pointer: string;
  /** Whether nothing else stands at the place: only then is the place needless when the comparison is. */
  readonly isAlone: boolean;
}

/** A shared condition that must hold, or must not. */
export interface HeldReference {
  readonly name: string;
  readonly negated: boolean;
  readonly pointer: string;
}

/** What must hold together for a condition to be true, as far as it can be reported. */
export interface Conjunction {
  readonly comparisons: readonly HeldComparison[];
  readonly references: readonly HeldReference[];
  /** Whether this is all that must hold. */
  readonly isWhole: boolean;
}

interface Way {
  readonly negated: boolean;
  readonly shared: SharedConditions | undefined;
  /** Shared conditions on the way here: what names itself is refused elsewhere, and must not be endless here. */
  readonly within: readonly string[];
}

const NOTHING: Conjunction = { comparisons: [], references: [], isWhole: false };

/** The opposite of a comparison: true exactly where the comparison is false. Undefined when no operator says it. */
export function oppositeOf(comparison: Comparison): Comparison | undefined {
  const { operator, value } = comparison;
  if (operator === 'isKnown') return { ...comparison, value: value !== true };
  const opposite = findOperator(operator)?.opposite;
  return opposite === undefined ? undefined : { ...comparison, operator: opposite };
}

/** Whether several things must hold together for it: an `all`, or an `any` under `not`. */
export function isTogether(condition: Condition, negated: boolean): boolean {
  return negated ? 'any' in condition : 'all' in condition;
}

/** Everything that must hold for a condition: an `all` inside an `all` is the same `all`. */
export function conjunctionOf(placed: PlacedCondition, shared: SharedConditions | undefined): Conjunction {
  return gather(placed, { negated: false, shared, within: [] });
}

/** The same for a condition that must be false. */
export function conjunctionUnderNot(
  placed: PlacedCondition,
  shared: SharedConditions | undefined,
): Conjunction {
  return gather(placed, { negated: true, shared, within: [] });
}

function gather({ condition, pointer }: PlacedCondition, way: Way): Conjunction {
  if ('fact' in condition) {
    const comparison = way.negated ? oppositeOf(condition) : condition;
    if (!comparison) return NOTHING;
    return { comparisons: [{ comparison, pointer, isAlone: true }], references: [], isWhole: true };
  }
  if ('not' in condition) {
    const isOne = 'fact' in condition.not;
    const at = isOne ? pointer : pointerTo(pointer, 'not');
    return gather({ condition: condition.not, pointer: at }, { ...way, negated: !way.negated });
  }
  if ('condition' in condition) return behind(condition.condition, pointerTo(pointer, 'condition'), way);
  const children = childrenOf({ condition, pointer });
  if (!isTogether(condition, way.negated) && children.length > 1) return NOTHING;
  const parts = children.map((child) => gather(child, way));
  return {
    comparisons: parts.flatMap((part) => part.comparisons),
    references: parts.flatMap((part) => part.references),
    isWhole: parts.every((part) => part.isWhole),
  };
}

function behind(name: string, pointer: string, way: Way): Conjunction {
  const references = [{ name, negated: way.negated, pointer }];
  const condition = way.within.includes(name) ? undefined : way.shared?.get(name);
  if (!condition) return { comparisons: [], references, isWhole: false };
  const inside = gather({ condition, pointer }, { ...way, within: [...way.within, name] });
  const isAlone = inside.isWhole && inside.comparisons.length === 1;
  return {
    comparisons: inside.comparisons.map((each) => ({ ...each, pointer, isAlone })),
    references,
    isWhole: inside.isWhole,
  };
}
