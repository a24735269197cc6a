import { pointerTo } from '../../documents/index.ts';
import type { Comparison, Condition, SharedConditions } from '../../documents/index.ts';
import { childrenOf } from './traverse.ts';
import type { PlacedCondition } from './traverse.ts';
import { findOperator } from '../../vocabulary/index.ts';

/** A comparison that must hold, in its effective form: its opposite under a `not`. */
export interface HeldComparison {
  readonly comparison: Comparison;
  /** The place where the author can change it: for a comparison inside a shared condition, the place of the name. */
  readonly pointer: string;
  /** Whether the comparison is the only content of its place: only then is the place redundant when the comparison is. */
  readonly isAlone: boolean;
}

/** A shared condition that must hold, or must not. */
export interface HeldReference {
  readonly name: string;
  readonly negated: boolean;
  readonly pointer: string;
}

/** The comparisons and references that must hold together for a condition to be true, as far as they can be reported. */
export interface Conjunction {
  readonly comparisons: readonly HeldComparison[];
  readonly references: readonly HeldReference[];
  /** Whether these are all that must hold. */
  readonly isWhole: boolean;
}

interface Way {
  readonly negated: boolean;
  readonly shared: SharedConditions | undefined;
  /** The shared conditions around this one, so that a circle, which is refused elsewhere, ends here. */
  readonly within: readonly string[];
}

const NOTHING: Conjunction = { comparisons: [], references: [], isWhole: false };

/** Returns the comparison that is true exactly where this one is false; undefined when no operator expresses it. */
export function oppositeOf(comparison: Comparison): Comparison | undefined {
  const { operator, value } = comparison;
  if (operator === 'isKnown') return { ...comparison, value: value !== true };
  const opposite = findOperator(operator)?.opposite;
  return opposite === undefined ? undefined : { ...comparison, operator: opposite };
}

/** Returns whether several conditions must hold together for this one: an `all`, or an `any` under `not`. */
export function isTogether(condition: Condition, negated: boolean): boolean {
  return negated ? 'any' in condition : 'all' in condition;
}

/** Returns everything that must hold for a condition. An `all` inside an `all` is part of the outer one. */
export function conjunctionOf(placed: PlacedCondition, shared: SharedConditions | undefined): Conjunction {
  return gather(placed, { negated: false, shared, within: [] });
}

/** Returns the same for a condition that must be false. */
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
