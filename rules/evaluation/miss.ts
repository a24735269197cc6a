import { applyOperator, rangeOf, rounded } from '../vocabulary/index.ts';
import type { Comparable } from '../vocabulary/index.ts';
import type { CompiledLeaf } from './compiledCondition.ts';
import type { NearestMiss, TraceLeaf } from './decision.ts';
import type { OperandValue } from './operandValues.ts';

/** The numerical distance by which a comparison missed its limit. */
interface Distance {
  /**
   * The distance in the fact's unit; in seconds for times, in days for dates. 0: the value equals a limit that must be exceeded.
   */
  readonly gap: number;
  /** The limit that was missed. 0 if the distance cannot be expressed as a share of the limit. */
  readonly limit: number;
  /** The largest possible distance, for hours of the day. */
  readonly farthest?: number;
}

const UNIT_MILLIS: ReadonlyMap<string, number> = new Map([
  ['time', 1_000],
  ['date', 86_400_000],
]);

/**
 * Returns the numbers in a value. For a lower bound, returns its lowest number, because the true distance is at least as large.
 */
function numbersIn(value: Comparable): readonly number[] {
  const list = Array.isArray(value) ? (value as readonly Comparable[]) : [value];
  return list.flatMap((item) => rangeOf(item)?.low ?? []);
}

/** The numbers of a comparison that was missed. */
interface Missing {
  readonly operator: string;
  readonly actual: number;
  readonly right: Comparable;
  readonly negated: boolean;
}

/** Returns the limit that was missed. Returns `undefined` if no number is closer to a match than another, as for `contains`. */
function limitFor({ operator: name, actual, right, negated }: Missing): number | undefined {
  const numbers = numbersIn(right);
  if (name === 'between' && numbers.length === 2) {
    const [low, high] = numbers as [number, number];
    if (!negated) return actual < low ? low : high;
    return actual - low < high - actual ? low : high;
  }
  if (name.startsWith('lessThan') || name.startsWith('greaterThan')) return numbers[0];
  const isChoice = negated ? name === 'notEqual' || name === 'notIn' : name === 'equal' || name === 'in';
  if (!isChoice) return undefined;
  let nearest = numbers[0];
  for (const each of numbers)
    if (Math.abs(each - actual) < Math.abs((nearest ?? each) - actual)) nearest = each;
  return nearest;
}

function distanceOf(
  leaf: CompiledLeaf,
  { left, right }: { readonly left: OperandValue | undefined; readonly right: OperandValue | undefined },
  negated: boolean,
): Distance | undefined {
  const actual = left?.known === true ? rangeOf(left.comparable)?.low : undefined;
  if (actual === undefined) return undefined;
  const other = leaf.other ? (right?.known === true ? right.comparable : undefined) : leaf.literal;
  const { cycle } = leaf.operand.definition;
  if (cycle !== undefined)
    return aroundClock(leaf, { operator: leaf.operator.name, actual, right: other, negated, cycle });
  const limit = limitFor({ operator: leaf.operator.name, actual, right: other, negated });
  if (limit === undefined) return undefined;
  const unit = UNIT_MILLIS.get(leaf.operand.definition.type) ?? 1;
  // Rounding removes the error of binary subtraction.
  const gap = rounded(Math.abs(limit - actual) / unit, 6);
  if (!Number.isFinite(gap)) return undefined;
  return { gap, limit: unit === 1 ? limit : 0 };
}

/**
 * Returns the number of hours to the nearest hour that meets the comparison. The shorter direction around midnight is used, so 23
 * to 0 is one hour.
 */
function aroundClock(
  { operator }: CompiledLeaf,
  { actual, right, negated, cycle }: Missing & { readonly cycle: number },
): Distance | undefined {
  let gap: number | undefined;
  for (let hour = 0; hour < cycle; hour += 1) {
    if (right === undefined || applyOperator(operator, hour, right) !== (negated ? 'false' : 'true'))
      continue;
    const straight = Math.abs(hour - actual);
    gap = Math.min(gap ?? cycle, straight, cycle - straight);
  }
  return gap === undefined ? undefined : { gap, limit: 0, farthest: cycle / 2 };
}

/** Returns the number if it is finite. A share of an extremely small limit is infinite, and is omitted. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function relativeOf({ gap, limit }: Distance): number | undefined {
  return limit === 0 ? undefined : finite(rounded(gap / Math.abs(limit), 4));
}

function farnessOf(distance: Distance): number {
  const { gap, farthest } = distance;
  return farthest === undefined ? (relativeOf(distance) ?? gap) : gap / farthest;
}

/** A comparison that prevented the conditions from being true, with its distance. */
export class Miss {
  /** The distance by which misses are sorted. Infinite for a text that differs. */
  readonly farness: number;
  readonly leaf: CompiledLeaf;
  readonly #trace: TraceLeaf;
  readonly #distance: Distance | undefined;
  #shown: NearestMiss | undefined;

  constructor(
    leaf: CompiledLeaf,
    evaluated: {
      readonly trace: TraceLeaf;
      readonly left: OperandValue | undefined;
      readonly right: OperandValue | undefined;
    },
    negated: boolean,
  ) {
    this.leaf = leaf;
    this.#trace = evaluated.trace;
    this.#distance = distanceOf(leaf, evaluated, negated);
    this.farness = this.#distance === undefined ? Infinity : farnessOf(this.#distance);
  }

  /** Returns the miss in the form that a decision stores, with its pointer in the rule. */
  at(pointer: string): NearestMiss {
    if (this.#shown?.pointer === pointer) return this.#shown;
    const { fact, name, params, path, operator, value, actual, at_least, compared_at_least } = this.#trace;
    const relative = this.#distance && relativeOf(this.#distance);
    this.#shown = {
      pointer,
      fact,
      ...(name !== undefined && { name }),
      ...(params !== undefined && { params }),
      ...(path !== undefined && { path }),
      operator,
      value,
      ...(actual !== undefined && { actual }),
      ...((at_least || compared_at_least) && { at_least: true }),
      ...(this.#distance && { gap: this.#distance.gap }),
      ...(relative !== undefined && { relative_gap: relative }),
    };
    return this.#shown;
  }
}
