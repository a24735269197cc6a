import type { Distribution } from './catalogue.ts';
import { shownText } from './json.ts';
import type { Json } from './json.ts';

type Ordered = readonly { readonly share: number; readonly at: number }[];

/** The quantiles as numbers; times and dates are instants. Empty: the fact has no order. */
function ordered({ quantiles = [] }: Distribution): Ordered {
  return quantiles.map(({ share, value }) => ({ share, at: numberOf(value) ?? 0 }));
}

function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * The share of the known trips that a comparison would match, 0 to 1: counted where each value was counted, estimated between
 * quantiles otherwise.
 * @returns undefined: it cannot be said
 */
export function matchingShare(
  distribution: Distribution,
  { operator, value }: { readonly operator: string; readonly value: Json },
): number | undefined {
  if (operator === 'isKnown') return knownShare(distribution, value);
  const points = ordered(distribution);
  return points.length > 0
    ? orderedShare(points, operator, value)
    : countedShare(distribution, operator, value);
}

function knownShare({ known, trips }: Distribution, value: Json): number | undefined {
  if (trips === 0 || typeof value !== 'boolean') return undefined;
  return value ? known / trips : 1 - known / trips;
}

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
  return shares[operator]?.();
}

/** The share of values that are at most `bound`. */
function upTo(points: Ordered, bound: number): number {
  const next = points.findIndex(({ at }) => at > bound);
  if (next === -1) return 1;
  if (next === 0) return 0;
  return between(points[next - 1]!, points[next]!, bound);
}

/** The share of values that are less than `bound`. */
function below(points: Ordered, bound: number): number {
  const next = points.findIndex(({ at }) => at >= bound);
  if (next === -1) return 1;
  if (next === 0) return 0;
  return between(points[next - 1]!, points[next]!, bound);
}

/** Between two quantiles values are taken as spread evenly. */
function between(before: Ordered[number], after: Ordered[number], bound: number): number {
  const part = (bound - before.at) / (after.at - before.at);
  return before.share + (after.share - before.share) * part;
}

function countedShare({ values, known }: Distribution, operator: string, value: Json): number | undefined {
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
  const test = tests[operator];
  if (!test)
    return operator === 'doesNotContain'
      ? 1 - (countedShare({ values, known } as Distribution, 'contains', value) ?? 0)
      : undefined;
  const count = values.reduce((sum, each) => sum + (test(each.value) ? each.count : 0), 0);
  return Math.min(1, count / known);
}

/** One bar of the picture: a slice of the trips, in the order of their values. */
export interface Bar {
  /** From 0 at the bottom to 1 at the top. */
  readonly from: number;
  readonly to: number;
  readonly isMatching: boolean;
}

/** The trips in the order of their values, as bars; a few far values at the end do not flatten the others. */
export function barsOf(
  distribution: Distribution,
  comparison: { readonly operator: string; readonly value: Json },
  count = 40,
): readonly Bar[] {
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

function isMatching(
  at: number,
  { operator, value }: { readonly operator: string; readonly value: Json },
): boolean {
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
  return tests[operator] ?? false;
}
