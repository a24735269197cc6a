import { findFact, findOperator, applyOperator } from '../../vocabulary/index.ts';
import type { Json } from '../../vocabulary/index.ts';
import type { Comparison } from '../../documents/index.ts';
import { dateMillis, instantMillis } from '../../time/index.ts';

/** The values for which a comparison is true: a list of values, all values except a list, or a range of numbers. */
type ValueSet =
  | { readonly kind: 'some'; readonly values: readonly Json[] }
  /** All values except those in the list. */
  | { readonly kind: 'others'; readonly values: readonly Json[] }
  | {
      readonly kind: 'range';
      readonly low: number;
      readonly high: number;
      readonly lowOpen: boolean;
      readonly highOpen: boolean;
    };

/** A comparison with a constant value, converted to comparable form. */
export interface FixedComparison {
  readonly operator: string;
  readonly value: Json;
  readonly set?: ValueSet | undefined;
  /** Whether the fact may be only a lower bound. It is then unknown, but certainly greater than some number. */
  readonly isOpen?: boolean;
}

/** Facts that may be lower bounds, because parts of them are missing. */
const OPEN: ReadonlySet<string> = new Set(['driver.events.count']);

function comparable(value: Json, type: string | undefined): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => comparable(item, type));
  if (typeof value !== 'string') return value;
  if (type === 'time') return instantMillis(value) ?? value;
  return type === 'date' ? (dateMillis(value) ?? value) : value;
}

function range(low: number, high: number, open: 'low' | 'high' | 'neither'): ValueSet {
  return { kind: 'range', low, high, lowOpen: open === 'low', highOpen: open === 'high' };
}

function setOf(operator: string, value: Json): ValueSet | undefined {
  if (operator === 'equal') return { kind: 'some', values: [value] };
  if (operator === 'in' && Array.isArray(value)) return { kind: 'some', values: value as readonly Json[] };
  if (operator === 'notEqual') return { kind: 'others', values: [value] };
  if (operator === 'notIn' && Array.isArray(value))
    return { kind: 'others', values: value as readonly Json[] };
  if (operator === 'between') {
    // Documents with mistakes are checked too, so the value may be of any type. Another check reports a wrong type.
    const [low, high] = Array.isArray(value) ? (value as readonly Json[]) : [];
    const isRange = typeof low === 'number' && typeof high === 'number';
    return isRange ? range(low, high, 'neither') : undefined;
  }
  if (typeof value !== 'number') return undefined;
  switch (operator) {
    case 'lessThan':
      return range(-Infinity, value, 'high');
    case 'lessThanInclusive':
      return range(-Infinity, value, 'neither');
    case 'greaterThan':
      return range(value, Infinity, 'low');
    case 'greaterThanInclusive':
      return range(value, Infinity, 'neither');
    default:
      return undefined;
  }
}

/** Returns the fixed form of a comparison. Returns `undefined` if it compares with another fact. */
export function fixedComparison({ fact, operator, value }: Comparison): FixedComparison | undefined {
  if (typeof value === 'object' && !Array.isArray(value)) return undefined;
  const own = comparable(value, findFact(fact)?.type);
  return { operator, value: own, set: setOf(operator, own), isOpen: OPEN.has(fact) };
}

function holds(comparison: FixedComparison, value: Json): boolean {
  const operator = findOperator(comparison.operator);
  return operator !== undefined && applyOperator(operator, value, comparison.value) === 'true';
}

function starts(text: Json, beginning: Json): boolean {
  return typeof text === 'string' && typeof beginning === 'string' && text.startsWith(beginning);
}

/** Returns whether no value makes both comparisons true. */
export function excludes(a: FixedComparison, b: FixedComparison): boolean {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (one.operator === 'isKnown' && one.value === false)
      return other.operator === 'isKnown' ? other.value === true : !one.isOpen;
    if (one.operator === 'startsWith' && other.operator === 'startsWith')
      return !starts(one.value, other.value) && !starts(other.value, one.value);
    if (one.operator === 'contains' && other.operator === 'doesNotContain') return one.value === other.value;
    if (one.set?.kind === 'some') return !one.set.values.some((value) => holds(other, value));
  }
  if (a.set?.kind !== 'range' || b.set?.kind !== 'range') return false;
  const [low, high] = [Math.max(a.set.low, b.set.low), Math.min(a.set.high, b.set.high)];
  if (low !== high) return low > high;
  return [a.set, b.set].some(
    (set) => (set.lowOpen && set.low === low) || (set.highOpen && set.high === high),
  );
}

/** Returns whether every value that makes `a` true also makes `b` true. */
export function implies(a: FixedComparison, b: FixedComparison): boolean {
  if (a.operator === b.operator && JSON.stringify(a.value) === JSON.stringify(b.value)) return true;
  if (a.set?.kind === 'some') return a.set.values.every((value) => holds(b, value));
  if (b.operator === 'isKnown') return b.value === true && a.operator !== 'isKnown' && !a.isOpen;
  if (b.set?.kind === 'others') return leavesOut(a, b.set.values);
  if (a.operator === 'startsWith' && b.operator === 'startsWith') return starts(a.value, b.value);
  if ((a.operator === 'startsWith' || a.operator === 'containsText') && b.operator === 'containsText')
    return holds(b, a.value);
  if (a.set?.kind !== 'range' || b.set?.kind !== 'range') return false;
  const [inner, outer] = [a.set, b.set];
  const low = inner.low > outer.low || (inner.low === outer.low && (inner.lowOpen || !outer.lowOpen));
  const high = inner.high < outer.high || (inner.high === outer.high && (inner.highOpen || !outer.highOpen));
  return low && high;
}

/** Returns whether a comparison is false for all given values. Also requires that it compares values of their type. */
function leavesOut(a: FixedComparison, values: readonly Json[]): boolean {
  const type = a.set?.kind === 'range' ? 'number' : a.set ? typeof a.set.values[0] : typeof a.value;
  const isAbout = a.set !== undefined || a.operator === 'startsWith' || a.operator === 'containsText';
  return isAbout && values.every((value) => typeof value === type && !holds(a, value));
}
