import { applyOperator, rangeOf, rounded } from '../vocabulary/index.ts';
import type { Comparable } from '../vocabulary/index.ts';
import type { CompiledLeaf } from './compiledCondition.ts';
import type { NearestMiss, TraceLeaf } from './decision.ts';
import type { OperandValue } from './operandValues.ts';
import { labelOf } from './label.ts';
import { showGap } from './phrase.ts';

/** How far a comparison that does not hold is from holding, between two numbers. */
interface Distance {
  /** In the fact's unit; seconds for times, days for dates. 0: on a limit that must be passed. */
  readonly gap: number;
  /** The limit that was missed; 0 where no share of it can be reported. */
  readonly limit: number;
  /** On a clock: as far as anything can be. */
  readonly farthest?: number;
}

const UNIT_MILLIS: ReadonlyMap<string, number> = new Map([
  ['time', 1_000],
  ['date', 86_400_000],
]);

/** Of what is known at the least only, the least: what is decided all the same is missed by no less. */
function numbersIn(value: Comparable): readonly number[] {
  const list = Array.isArray(value) ? (value as readonly Comparable[]) : [value];
  return list.flatMap((item) => rangeOf(item)?.low ?? []);
}

/** The numbers of a comparison that does not hold. */
interface Missing {
  readonly operator: string;
  readonly actual: number;
  readonly right: Comparable;
  readonly negated: boolean;
}

/** What would have to be reached; undefined where no number is nearer to it than another. */
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
  // Rounding takes out what binary subtraction adds.
  const gap = rounded(Math.abs(limit - actual) / unit, 6);
  if (!Number.isFinite(gap)) return undefined;
  return { gap, limit: unit === 1 ? limit : 0 };
}

/** Hours on a clock to the nearest one that would do, the short way round: from 23 it is one hour to 0. */
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

/** A share of the smallest limits there are has no number. */
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

/** A comparison that kept conditions from being true. */
export class Miss {
  /** For ordering: the smaller, the nearer. A text that is another is as far as can be. */
  readonly farness: number;
  readonly leaf: CompiledLeaf;
  readonly #trace: TraceLeaf;
  readonly #distance: Distance | undefined;
  #shown: NearestMiss | undefined;
  #sentence: string | undefined;

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

  #relative(): number | undefined {
    return this.#distance && relativeOf(this.#distance);
  }

  get #isAtLeast(): boolean {
    return this.#trace.at_least === true || this.#trace.compared_at_least === true;
  }

  /** What a decision says about it, at its place in the rule. */
  at(pointer: string): NearestMiss {
    if (this.#shown?.pointer === pointer) return this.#shown;
    const { fact, name, params, path, operator, value, actual } = this.#trace;
    const relative = this.#relative();
    this.#shown = {
      pointer,
      fact,
      ...(name !== undefined && { name }),
      ...(params !== undefined && { params }),
      ...(path !== undefined && { path }),
      operator,
      value,
      ...(actual !== undefined && { actual }),
      ...(this.#isAtLeast && { at_least: true }),
      ...(this.#distance && { gap: this.#distance.gap }),
      ...(this.#distance && relative !== undefined && { relative_gap: relative }),
    };
    return this.#shown;
  }

  /** A sentence such as `Missed by 1 (33 %) on phone events in 7 days.`; empty when no number says how far it was. */
  get sentence(): string {
    this.#sentence ??= this.#said();
    return this.#sentence;
  }

  #said(): string {
    if (!this.#distance) return '';
    const { gap } = this.#distance;
    if (gap === 0)
      return this.#isAtLeast
        ? `Missed: ${labelOf(this.#trace)} was at least at the threshold.`
        : `Only just missed: ${labelOf(this.#trace)} was exactly at the threshold.`;
    return `Missed by ${this.#isAtLeast ? 'at least ' : ''}${showGap(this.#trace, gap, this.#relative())}.`;
  }
}
