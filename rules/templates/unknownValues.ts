import { CaseTag, UnlessTag, defaultOperators, isFalsy, isTruthy, toValue } from 'liquidjs';
import type { Context, Emitter, Liquid, TagToken, TopLevelToken } from 'liquidjs';

/**
 * Returns whether a value is unknown. Null and undefined are unknown facts. The literal `nil` is known, because liquidjs
 * represents it as an object. Liquid itself would treat an unknown value as 0, as empty text or as false.
 */
function isUnknown(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

type Operator = (left: unknown, right: unknown, context: Context) => unknown;

/** Returns whether a value is a number or a text that contains a number. */
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

/** Liquid's operators with three truth values. Null is the third truth value (unknown). */
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
  // liquidjs calls a unary operator with the operand and the context.
  not: (operand, context) => {
    const truth = truthOf(operand, context as Context);
    return truth === null ? null : !truth;
  },
};

/** A `case` tag that matches no `when`, not even `nil`, if its value is unknown. */
export class ThreeValuedCase extends CaseTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void> {
    const value: unknown = yield this.value.value(context, context.opts.lenientIf);
    if (isUnknown(value)) yield this.liquid.renderer.renderTemplates(this.elseTemplates, context, emitter);
    else yield* super.render(context, emitter);
  }
}

/** An `unless` tag that skips its body if the condition is unknown, as `if` does. */
export class ThreeValuedUnless extends UnlessTag {
  constructor(...given: [TagToken, TopLevelToken[], Liquid, ConstructorParameters<typeof UnlessTag>[3]]) {
    super(...given);
    const [first] = this.branches;
    if (first) first.test = (value, context) => !isUnknown(value) && isFalsy(value, context);
  }
}

/** The value of `this` inside a filter of liquidjs. */
export interface FilterPlace {
  readonly context: Context;
}

/** A filter of liquidjs. */
export type FilterHandler = (this: FilterPlace, value: unknown, ...args: unknown[]) => unknown;

const NUMERIC: ReadonlySet<string> = new Set(
  'abs at_least at_most ceil divided_by floor minus modulo plus round times'.split(' '),
);

/**
 * Wraps a filter so that its result is unknown if its value or an argument is unknown. Only `default` replaces unknown values.
 * Filters for numbers also return unknown if an input or the result is not a number, as after a division by 0.
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
