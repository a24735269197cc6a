import { AtLeast, rangeOf } from './atLeast.ts';
import type { FactType } from './factDefinition.ts';
import type { Json } from './trips/index.ts';

/** A known value in the form that operators compare. Times and dates are epoch milliseconds. */
export type Known = Json | AtLeast;

/** Any value in the form that operators compare. Undefined: the value is unknown. */
export type Comparable = Known | undefined;

/**
 * The form of the value on the right of an operator:
 * - `one`: one value
 * - `number`: one value of an ordered type, such as a number or a time
 * - `many`: a list of values
 * - `bounds`: a lower and an upper bound
 * - `text`: a text
 * - `member`: a value that may be in a list
 * - `flag`: true or false
 */
type ValueShape = 'one' | 'number' | 'many' | 'bounds' | 'text' | 'member' | 'flag';

/** A condition's result in Kleene's three-valued logic. */
export type Truth = 'true' | 'false' | 'unknown';

/** An operator that comparisons in conditions may use. */
export interface OperatorDefinition {
  readonly name: string;
  /** Description in one sentence. */
  readonly help: string;
  /** Types of facts that the operator supports. Attributes have no fixed type, and support all operators. */
  readonly types: readonly FactType[];
  readonly shape: ValueShape;
  /** Whether the value may be another fact. */
  readonly takesFact: boolean;
  /** The operator that is true exactly when this operator is false. Absent if there is none. */
  readonly opposite?: string;
  /** Compares two known values. Returns `unknown` if the operator cannot compare values of these types. */
  readonly evaluate: (actual: Known, value: Known) => Truth;
}

const truth = (result: boolean): Truth => (result ? 'true' : 'false');

/** Negates a result in Kleene's three-valued logic. Unknown stays unknown. */
export function opposite(result: Truth): Truth {
  if (result === 'unknown') return 'unknown';
  return result === 'true' ? 'false' : 'true';
}

function isScalar(value: Known): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Returns whether a value may be a member of a list. */
function isOne(value: Known): boolean {
  return isScalar(value) || value instanceof AtLeast;
}

/**
 * Returns whether two numbers are equal if at least one is a lower bound. They are certainly different if one range ends before
 * the other begins. Otherwise the result is unknown.
 */
function equalBounds(actual: Known, value: Known): Truth {
  const [one, other] = [rangeOf(actual), rangeOf(value)];
  if (!one || !other) return 'unknown';
  return one.low > other.high || other.low > one.high ? 'false' : 'unknown';
}

function equal(actual: Known, value: Known): Truth {
  if (actual instanceof AtLeast || value instanceof AtLeast) return equalBounds(actual, value);
  if (!isScalar(actual) || typeof actual !== typeof value) return 'unknown';
  return truth(actual === value);
}

/** Returns whether a list contains a value. If no member is equal but a member has another type, the result is unknown. */
function member(list: Known, value: Known): Truth {
  if (!Array.isArray(list)) return 'unknown';
  let unsure = false;
  for (const item of list as readonly Json[]) {
    const same = equal(item, value);
    if (same === 'true') return 'true';
    unsure ||= same === 'unknown';
  }
  return unsure || !isOne(value) ? 'unknown' : 'false';
}

/**
 * Returns a comparison of two numbers that may be lower bounds. The result is known only if it is the same for all possible
 * values.
 */
function ordered(compare: (actual: number, value: number) => boolean): OperatorDefinition['evaluate'] {
  return (actual, value) => {
    if (typeof actual === 'number' && typeof value === 'number') return truth(compare(actual, value));
    const [one, other] = [rangeOf(actual), rangeOf(value)];
    if (!one || !other) return 'unknown';
    const atOneEnd = compare(one.low, other.high);
    return atOneEnd === compare(one.high, other.low) ? truth(atOneEnd) : 'unknown';
  };
}

function textual(compare: (actual: string, value: string) => boolean): OperatorDefinition['evaluate'] {
  return (actual, value) =>
    typeof actual === 'string' && typeof value === 'string' ? truth(compare(actual, value)) : 'unknown';
}

function between(actual: Known, value: Known): Truth {
  const range = rangeOf(actual);
  if (!range || !Array.isArray(value)) return 'unknown';
  const [low, high] = value as readonly Json[];
  if (typeof low !== 'number' || typeof high !== 'number') return 'unknown';
  if (range.low >= low && range.high <= high) return 'true';
  return range.high < low || range.low > high ? 'false' : 'unknown';
}

const SCALARS: readonly FactType[] = ['number', 'text', 'time', 'date'];
const ORDERED: readonly FactType[] = ['number', 'time', 'date'];
const TEXT: readonly FactType[] = ['text'];
const LIST: readonly FactType[] = ['list'];

const EQUALITY = { types: SCALARS, shape: 'one', takesFact: true } as const;
const ORDER = { types: ORDERED, shape: 'number', takesFact: true } as const;
const CHOICE = { types: SCALARS, shape: 'many', takesFact: true } as const;
const MEMBERSHIP = { types: LIST, shape: 'member', takesFact: true } as const;
const TEXTUAL = { types: TEXT, shape: 'text', takesFact: true } as const;

/** All operators: the ten operators of the engine with strict types, and four more. */
export const OPERATORS: readonly OperatorDefinition[] = [
  {
    ...EQUALITY,
    name: 'equal',
    opposite: 'notEqual',
    help: 'The same value.',
    evaluate: equal,
  },
  {
    ...EQUALITY,
    name: 'notEqual',
    opposite: 'equal',
    help: 'Another value; unknown stays unknown.',
    evaluate: (actual, value) => opposite(equal(actual, value)),
  },
  {
    ...ORDER,
    name: 'lessThan',
    opposite: 'greaterThanInclusive',
    help: 'Less than the value; for times, before it.',
    evaluate: ordered((a, b) => a < b),
  },
  {
    ...ORDER,
    name: 'lessThanInclusive',
    opposite: 'greaterThan',
    help: 'The value or less.',
    evaluate: ordered((a, b) => a <= b),
  },
  {
    ...ORDER,
    name: 'greaterThan',
    opposite: 'lessThanInclusive',
    help: 'More than the value; for times, after it.',
    evaluate: ordered((a, b) => a > b),
  },
  {
    ...ORDER,
    name: 'greaterThanInclusive',
    opposite: 'lessThan',
    help: 'The value or more.',
    evaluate: ordered((a, b) => a >= b),
  },
  {
    ...CHOICE,
    name: 'in',
    opposite: 'notIn',
    help: 'One of the listed values.',
    evaluate: (actual, value) => (isOne(actual) ? member(value, actual) : 'unknown'),
  },
  {
    ...CHOICE,
    name: 'notIn',
    opposite: 'in',
    help: 'None of the listed values.',
    evaluate: (actual, value) => (isOne(actual) ? opposite(member(value, actual)) : 'unknown'),
  },
  {
    ...MEMBERSHIP,
    name: 'contains',
    opposite: 'doesNotContain',
    help: 'A list that holds the value.',
    evaluate: member,
  },
  {
    ...MEMBERSHIP,
    name: 'doesNotContain',
    opposite: 'contains',
    help: 'A list that does not hold the value.',
    evaluate: (actual, value) => opposite(member(actual, value)),
  },
  {
    name: 'between',
    types: ORDERED,
    shape: 'bounds',
    takesFact: false,
    help: 'From the first value to the second, both included: [low, high].',
    evaluate: between,
  },
  {
    ...TEXTUAL,
    name: 'startsWith',
    help: 'A string that starts with the value; case-sensitive.',
    evaluate: textual((a, b) => a.startsWith(b)),
  },
  {
    ...TEXTUAL,
    name: 'containsText',
    help: 'A string that contains the value; case-sensitive.',
    evaluate: textual((a, b) => a.includes(b)),
  },
  {
    name: 'isKnown',
    types: ['number', 'text', 'time', 'date', 'list', 'object'],
    shape: 'flag',
    takesFact: false,
    help: 'Whether the fact is known, true or false; the only operator that is never unknown. A count that is only a lower bound is not known.',
    evaluate: (_actual, value) => truth(value === true),
  },
];

/** Names of all operators, for messages and completion. */
export const OPERATOR_NAMES: readonly string[] = OPERATORS.map((operator) => operator.name);

/** Spellings of operators in formulas and other rule languages, by the operator that they mean. */
const WRITTEN_ELSEWHERE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    equal: ['=', '==', '===', 'eq', 'is', 'equals', 'equalTo'],
    notEqual: ['!=', '!==', '<>', '≠', 'ne', 'neq', 'isNot', 'notEquals'],
    lessThan: ['<', 'lt', 'below', 'before', 'less', 'smallerThan'],
    lessThanInclusive: ['<=', '=<', '≤', 'lte', 'le', 'atMost', 'lessThanOrEqual'],
    greaterThan: ['>', 'gt', 'above', 'after', 'more', 'moreThan', 'greater'],
    greaterThanInclusive: ['>=', '=>', '≥', 'gte', 'ge', 'atLeast', 'greaterThanOrEqual'],
    in: ['oneOf', 'anyOf'],
    notIn: ['!in', 'nin', 'noneOf'],
    contains: ['includes', 'has'],
    containsText: ['like', '~', '=~', 'matches'],
    isKnown: ['exists', 'known', 'isNotNull'],
  }).flatMap(([name, written]) => written.map((each) => [spelled(each), name] as const)),
);

function spelled(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** Returns the operator that a spelling such as `>=` or `gte` means. Returns `undefined` for unknown spellings. */
export function operatorMeantBy(name: string): string | undefined {
  return WRITTEN_ELSEWHERE.get(spelled(name));
}

const byName: ReadonlyMap<string, OperatorDefinition> = new Map(OPERATORS.map((o) => [o.name, o]));

/** Returns the operator of that name, or `undefined`. */
export function findOperator(name: string): OperatorDefinition | undefined {
  return byName.get(name);
}

/** Returns the result of an operator. Either side may be unknown or a lower bound. */
export function applyOperator(operator: OperatorDefinition, actual: Comparable, value: Comparable): Truth {
  if (operator.shape === 'flag')
    return truth((actual !== undefined && !(actual instanceof AtLeast)) === value);
  if (actual === undefined || value === undefined) return 'unknown';
  return operator.evaluate(actual, value);
}
