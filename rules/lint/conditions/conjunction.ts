import { pointerTo } from '../../documents/index.ts';
import type { Comparison, Condition, SharedConditions } from '../../documents/index.ts';
import { childrenOf } from './traverse.ts';
import type { PlacedCondition } from './traverse.ts';
import { findOperator } from '../../vocabulary/index.ts';

/** A comparison that must be true. For a comparison under `not`, this is the opposite comparison. */
export interface HeldComparison {
  readonly comparison: Comparison;
  /**
   * JSON pointer to the part that the author can change. For a comparison inside a shared condition, the pointer to that
   * condition's name.
   */
  readonly pointer: string;
  /**
   * Whether the part at the pointer contains only this comparison. Only then is the part redundant if the comparison is
   * redundant.
   */
  readonly isAlone: boolean;
}

/** A shared condition that must be true, or false if `negated`. */
export interface HeldReference {
  readonly name: string;
  readonly negated: boolean;
  readonly pointer: string;
}

/**
 * The comparisons and shared conditions that must all hold for a condition to be true. Parts that cannot be expressed in this
 * form are omitted.
 */
export interface Conjunction {
  readonly comparisons: readonly HeldComparison[];
  readonly references: readonly HeldReference[];
  /** Whether nothing was omitted. */
  readonly isWhole: boolean;
}

interface Way {
  readonly negated: boolean;
  readonly shared: SharedConditions | undefined;
  /** The ids of shared conditions that contain this one, so that traversal stops at a circle. Circles are refused elsewhere. */
  readonly within: readonly string[];
}

const NOTHING: Conjunction = { comparisons: [], references: [], isWhole: false };

/** Returns the comparison that is true exactly when the given one is false. Returns `undefined` if no operator expresses it. */
export function oppositeOf(comparison: Comparison): Comparison | undefined {
  const { operator, value } = comparison;
  if (operator === 'isKnown') return { ...comparison, value: value !== true };
  const opposite = findOperator(operator)?.opposite;
  return opposite === undefined ? undefined : { ...comparison, operator: opposite };
}

/** Returns whether a condition requires all of its children together. This is true for `all`, and for `any` under `not`. */
export function isTogether(condition: Condition, negated: boolean): boolean {
  return negated ? 'any' in condition : 'all' in condition;
}

/**
 * Returns the comparisons and shared conditions that must hold for a condition to be true. An `all` inside an `all` is merged.
 */
export function conjunctionOf(placed: PlacedCondition, shared: SharedConditions | undefined): Conjunction {
  return gather(placed, { negated: false, shared, within: [] });
}

/** Returns the comparisons and shared conditions that must hold for a condition to be false. */
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
