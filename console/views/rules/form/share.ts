import type { Distribution } from './catalogue.ts';
import { shownText } from './json.ts';
import type { Json } from './json.ts';

type Ordered = readonly { readonly share: number; readonly at: number }[];

/**
 * Returns the quantiles with numbers as their values; times and dates become instants. Empty when the fact
 * has no order.
 */
function ordered({ quantiles = [] }: Distribution): Ordered {
  return quantiles.map(({ share, value }) => ({ share, at: numberOf(value) ?? 0 }));
}

function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

interface Comparison {
  readonly operator: string;
  readonly value: Json;
}

/** Trips that a comparison would match. */
export interface Matching {
  /** Share of the known trips, from 0 to 1. */
  readonly share: number;
  /** Number of matching trips; absent when the share is estimated between quantiles. */
  readonly count?: number;
  /** Number of trips that the share refers to. */
  readonly of: number;
}

/** Returns the trips that a comparison would match; undefined when they cannot be determined. */
export function matchingTrips(distribution: Distribution, comparison: Comparison): Matching | undefined {
  const { operator, value } = comparison;
  const { known, unknown, trips, quantiles } = distribution;
  if (operator === 'isKnown') {
    if (trips === 0 || typeof value !== 'boolean') return undefined;
    return counted(value ? known : unknown, trips);
  }
  const count = quantiles ? orderedCount(distribution, comparison) : countOf(distribution, comparison);
  if (count !== undefined) return counted(count, known);
  const share = quantiles && orderedShare(ordered(distribution), operator, value);
  return share === undefined ? undefined : { share, of: known };
}

function counted(count: number, of: number): Matching | undefined {
  return of === 0 ? undefined : { share: count / of, count, of };
}

/**
 * Returns the exact number of matching trips, for a fact with an order. It is counted in all values, or in
 * the lowest and highest values.
 * Quantiles are not exact enough, because a share of one in a hundred lies between two of them.
 */
function orderedCount(
  { values, lowest = [], highest = [], known }: Distribution,
  comparison: Comparison,
): number | undefined {
  const matches = (value: Json): boolean => {
    const at = numberOf(value);
    return at !== undefined && isMatching(at, comparison);
  };
  if (!isComplete(comparison)) return undefined;
  if (values) return values.reduce((sum, each) => sum + (matches(each.value) ? each.count : 0), 0);
  const [low, high] = [numberOf(lowest.at(-1)), numberOf(highest[0])];
  if (low === undefined || high === undefined || mayMatchBetween(low, high, comparison)) return undefined;
  // With few trips, the same value may be in both lists and would be counted twice.
  if (lowest.length + highest.length > known) return undefined;
  return [...lowest, ...highest].filter(matches).length;
}

function isComplete({ operator, value }: Comparison): boolean {
  if (operator === 'between')
    return Array.isArray(value) && value.every((each) => numberOf(each) !== undefined);
  return ORDERED.has(operator) && numberOf(value) !== undefined;
}

/** Returns whether a value from `low` to `high`, both included, may match. */
function mayMatchBetween(low: number, high: number, comparison: Comparison): boolean {
  const { operator, value } = comparison;
  if (operator === 'notEqual' || isMatching(low, comparison) || isMatching(high, comparison)) return true;
  const [from, to] = Array.isArray(value) ? value : [value, value];
  if (operator !== 'between' && operator !== 'equal') return false;
  return numberOf(to)! >= low && numberOf(from)! <= high;
}

const ORDERED: ReadonlySet<string> = new Set([
  'lessThan',
  'lessThanInclusive',
  'greaterThan',
  'greaterThanInclusive',
  'equal',
  'notEqual',
]);

function orderedShare(points: Ordered, operator: string, value: Json): number | undefined {
  const [low, high] = Array.isArray(value) ? [numberOf(value[0]), numberOf(value[1])] : [];
  const bound = numberOf(value);
  if (operator === 'between')
    return low === undefined || high === undefined
      ? undefined
      : Math.max(0, upTo(points, high) - below(points, low));
  if (bound === undefined) return undefined;
  const shares: Readonly<Record<string, () => number>> = {
    lessThan: () => below(points, bound),
    lessThanInclusive: () => upTo(points, bound),
    greaterThan: () => 1 - upTo(points, bound),
    greaterThanInclusive: () => 1 - below(points, bound),
    equal: () => upTo(points, bound) - below(points, bound),
    notEqual: () => 1 - upTo(points, bound) + below(points, bound),
  };
  return Object.hasOwn(shares, operator) ? shares[operator]!() : undefined;
}

/** Returns the share of values that are at most `bound`. */
function upTo(points: Ordered, bound: number): number {
  const next = points.findIndex(({ at }) => at > bound);
  if (next === -1) return 1;
  if (next === 0) return 0;
  return between(points[next - 1]!, points[next]!, bound);
}

/** Returns the share of values that are less than `bound`. */
function below(points: Ordered, bound: number): number {
  const next = points.findIndex(({ at }) => at >= bound);
  if (next === -1) return 1;
  if (next === 0) return 0;
  return between(points[next - 1]!, points[next]!, bound);
}

/** Returns the share at a value between two quantiles. Values between them are assumed to be spread evenly. */
function between(before: Ordered[number], after: Ordered[number], bound: number): number {
  const part = (bound - before.at) / (after.at - before.at);
  return before.share + (after.share - before.share) * part;
}

function countOf({ values, known }: Distribution, { operator, value }: Comparison): number | undefined {
  if (!values || known === 0) return undefined;
  const listed = Array.isArray(value) ? value : [value];
  const text = shownText(listed[0]);
  const tests: Readonly<Record<string, (each: Json) => boolean>> = {
    equal: (each) => each === value,
    notEqual: (each) => each !== value,
    in: (each) => listed.includes(each),
    notIn: (each) => !listed.includes(each),
    contains: (each) => each === value,
    startsWith: (each) => shownText(each).startsWith(text),
    containsText: (each) => shownText(each).includes(text),
  };
  const count = (test: (each: Json) => boolean): number =>
    Math.min(
      known,
      values.reduce((sum, each) => sum + (test(each.value) ? each.count : 0), 0),
    );
  if (operator === 'doesNotContain') return known - count((each) => each === value);
  const test = Object.hasOwn(tests, operator) ? tests[operator] : undefined;
  return test && count(test);
}

/** One bar of the picture: a slice of the trips, in the order of their values. */
export interface Bar {
  /** Height, from 0 at the bottom to 1 at the top. */
  readonly from: number;
  readonly to: number;
  readonly isMatching: boolean;
}

/** Returns the trips in the order of their values as bars. A few extreme values at an end do not flatten the other bars. */
export function barsOf(distribution: Distribution, comparison: Comparison, count = 40): readonly Bar[] {
  const points = ordered(distribution);
  if (points.length < 2) return [];
  const values = Array.from({ length: count }, (_, index) => valueAt(points, (index + 0.5) / count));
  const isCalendar = typeof distribution.minimum === 'string';
  const low = isCalendar ? points[0]!.at : Math.min(0, values[0]!);
  const high = Math.max(isCalendar ? points.at(-1)!.at : 0, values.at(-1)!);
  const place = (at: number): number => (high === low ? 0 : (at - low) / (high - low));
  const zero = isCalendar ? 0 : place(0);
  return values.map((at) => ({
    from: Math.min(zero, place(at)),
    to: Math.max(zero, place(at)),
    isMatching: isMatching(at, comparison),
  }));
}

function valueAt(points: Ordered, share: number): number {
  const next = Math.max(
    1,
    points.findIndex((point) => point.share >= share),
  );
  const [before, after] = [points[next - 1]!, points[next]!];
  const part = after.share === before.share ? 0 : (share - before.share) / (after.share - before.share);
  return before.at + (after.at - before.at) * part;
}

function isMatching(at: number, { operator, value }: Comparison): boolean {
  if (operator === 'between' && Array.isArray(value)) {
    const [low, high] = [numberOf(value[0]), numberOf(value[1])];
    return low !== undefined && high !== undefined && at >= low && at <= high;
  }
  const bound = numberOf(value);
  if (bound === undefined) return false;
  const tests: Readonly<Record<string, boolean>> = {
    lessThan: at < bound,
    lessThanInclusive: at <= bound,
    greaterThan: at > bound,
    greaterThanInclusive: at >= bound,
    equal: at === bound,
    notEqual: at !== bound,
  };
  return Object.hasOwn(tests, operator) && tests[operator]!;
}
