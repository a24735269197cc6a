import { CaseTag, UnlessTag, defaultOperators, isFalsy, isTruthy, toValue } from 'liquidjs';
import type { Context, Emitter, Liquid, TagToken, TopLevelToken } from 'liquidjs';

/**
 * A third value for Liquid, as the conditions of a rule have it: null and undefined are unknown facts. The literal `nil` is an
 * object of liquidjs, so it is known. Liquid itself takes an unknown value for 0, for an empty text or for false.
 */
function isUnknown(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

type Operator = (left: unknown, right: unknown, context: Context) => unknown;

/** Whether a value is a number, or a text that is one. */
function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
}

function haveNoOrder(left: unknown, right: unknown): boolean {
  const mixed = typeof left !== typeof right && [left, right].some((each) => typeof each === 'number');
  return mixed && [left, right].some((each) => typeof each === 'string' && !isNumeric(each));
}

function comparison(operator: string): Operator {
  const compare = defaultOperators[operator] as Operator;
  const ordered = /[<>]/.test(operator);
  return (left, right, context) =>
    isUnknown(left) || isUnknown(right) || (ordered && haveNoOrder(left, right))
      ? null
      : compare(left, right, context);
}

function truthOf(value: unknown, context: Context): boolean | null {
  return isUnknown(value) ? null : isTruthy(toValue(value), context);
}

/** Operators of Liquid in three values; an unknown condition is null. */
export const THREE_VALUED_OPERATORS: Readonly<Record<string, Operator>> = {
  ...Object.fromEntries(
    ['==', '!=', '<', '<=', '>', '>=', 'contains'].map((operator) => [operator, comparison(operator)]),
  ),
  and: (left, right, context) => {
    const both = [truthOf(left, context), truthOf(right, context)];
    return both.includes(false) ? false : both.includes(null) ? null : true;
  },
  or: (left, right, context) => {
    const both = [truthOf(left, context), truthOf(right, context)];
    return both.includes(true) ? true : both.includes(null) ? null : false;
  },
  // A unary operator is handed its operand and the context.
  not: (operand, context) => {
    const truth = truthOf(operand, context as Context);
    return truth === null ? null : !truth;
  },
};

/** `case` that matches no `when` if its value is unknown, not even `nil`. */
export class ThreeValuedCase extends CaseTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void> {
    const value: unknown = yield this.value.value(context, context.opts.lenientIf);
    if (isUnknown(value)) yield this.liquid.renderer.renderTemplates(this.elseTemplates, context, emitter);
    else yield* super.render(context, emitter);
  }
}

/** `unless` that skips its body if the condition is unknown, as `if` does. */
export class ThreeValuedUnless extends UnlessTag {
  constructor(...given: [TagToken, TopLevelToken[], Liquid, ConstructorParameters<typeof UnlessTag>[3]]) {
    super(...given);
    const [first] = this.branches;
    if (first) first.test = (value, context) => !isUnknown(value) && isFalsy(value, context);
  }
}

/** What liquidjs hands to a filter as `this`. */
export interface FilterPlace {
  readonly context: Context;
}

/** A filter of liquidjs. */
export type FilterHandler = (this: FilterPlace, value: unknown, ...args: unknown[]) => unknown;

const NUMERIC: ReadonlySet<string> = new Set(
  'abs at_least at_most ceil divided_by floor minus modulo plus round times'.split(' '),
);

/**
 * A filter that leaves an unknown value unknown, and whose result is unknown if one of its arguments is. `default` alone replaces
 * one. So does a filter for numbers with a text that is no number, or with a result that is none, such as a division by 0.
 */
export function keepingUnknown(name: string, filter: FilterHandler): FilterHandler {
  if (name === 'default') return filter;
  return function (value, ...args) {
    if ([value, ...args].some(isUnknown)) return null;
    if (!NUMERIC.has(name)) return filter.call(this, value, ...args) ?? null;
    if (![value, ...args].every((each) => isNumeric(each) || typeof each === 'boolean')) return null;
    const result = filter.call(this, value, ...args);
    return isNumeric(result) ? result : null;
  };
}
