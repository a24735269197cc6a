import { sentence } from '../../documents/index.ts';
import type { ComparisonValue, Condition, Rule, Sentence } from '../../documents/index.ts';

/** Operators with a threshold. `between` has two thresholds. */
const THRESHOLDS: ReadonlySet<string> = new Set([
  'equal',
  'notEqual',
  'lessThan',
  'lessThanInclusive',
  'greaterThan',
  'greaterThanInclusive',
  'between',
]);

/** The number in a rule that a sweep varies. */
export interface SweepTarget {
  /** RFC 6901 pointer within the rule, such as `/conditions/all/0/value`. */
  readonly pointer: string;
  readonly fact: string;
  readonly operator: string;
  /** The number in the rule as tested. */
  readonly current: number;
  /** Returns the comparison's value with the swept number replaced. For `between` it has both bounds. */
  readonly literalAt: (value: number) => number | readonly [number, number];
  /** Returns whether the swept number may have this value. The bounds of `between` must stay in order. */
  readonly isAllowed: (value: number) => boolean;
  /** The path to the comparison: the child's index in each group, from the outermost group. */
  readonly steps: readonly number[];
}

/** A phrase that says why a pointer names nothing that can be swept. */
export interface NoSweepTarget {
  readonly because: Sentence;
}

const NAMES_NOTHING = sentence('sweepNothing');

/** Returns the number at a pointer in a rule's conditions, or the reason why it cannot be swept. */
export function sweepTarget(
  { conditions }: Pick<Rule, 'conditions'>,
  pointer: string,
): SweepTarget | NoSweepTarget {
  const [empty, top, ...tokens] = pointer.split('/');
  if (empty !== '' || top === undefined) return { because: NAMES_NOTHING };
  if (top !== 'conditions')
    return {
      because: sentence('sweepOutside'),
    };
  const steps: number[] = [];
  let at: Condition = conditions;
  while (!('fact' in at)) {
    if ('condition' in at)
      return {
        because: sentence('sweepShared', { name: at.condition }),
      };
    const next = childOf(at, tokens);
    if (!next) return { because: NAMES_NOTHING };
    steps.push(next.index);
    at = next.child;
  }
  if (tokens.shift() !== 'value') return { because: sentence('sweepNoValue') };
  const { fact, operator, value } = at;
  const threshold = THRESHOLDS.has(operator) ? thresholdOf(value, tokens) : undefined;
  if (threshold) return { pointer, fact, operator, steps, ...threshold };
  return { because: whyNone({ operator, value }, tokens) };
}

/** Returns a group's child that the next tokens name, and removes these tokens from the list. */
function childOf(
  group: Exclude<Condition, { fact: string } | { condition: string }>,
  tokens: string[],
): { readonly index: number; readonly child: Condition } | undefined {
  const name = tokens.shift();
  if ('not' in group) return name === 'not' ? { index: 0, child: group.not } : undefined;
  const children = 'all' in group ? group.all : group.any;
  const index = indexOf(tokens.shift());
  const child =
    name === ('all' in group ? 'all' : 'any') && index !== undefined ? children[index] : undefined;
  return child && index !== undefined ? { index, child } : undefined;
}

function indexOf(token: string | undefined): number | undefined {
  return token !== undefined && /^(?:0|[1-9]\d{0,4})$/.test(token) ? Number(token) : undefined;
}

function thresholdOf(
  value: ComparisonValue,
  tokens: readonly string[],
): Pick<SweepTarget, 'current' | 'literalAt' | 'isAllowed'> | undefined {
  if (typeof value === 'number' && tokens.length === 0)
    return { current: value, literalAt: (other) => other, isAllowed: () => true };
  if (!Array.isArray(value) || tokens.length !== 1) return undefined;
  const [low, high] = value as readonly unknown[];
  if (typeof low !== 'number' || typeof high !== 'number') return undefined;
  if (tokens[0] === '0')
    return { current: low, literalAt: (other) => [other, high], isAllowed: (other) => other <= high };
  if (tokens[0] === '1')
    return { current: high, literalAt: (other) => [low, other], isAllowed: (other) => other >= low };
  return undefined;
}

function whyNone(
  { operator, value }: { readonly operator: string; readonly value: ComparisonValue },
  tokens: readonly string[],
): Sentence {
  if (!THRESHOLDS.has(operator)) return sentence('sweepOperator', { operator });
  if (operator === 'between' && tokens.length === 0) return sentence('sweepBounds');
  if (typeof value === 'object' && !Array.isArray(value)) return sentence('sweepFact');
  if (tokens.length > 0 && !Array.isArray(value)) return NAMES_NOTHING;
  return sentence('sweepNoNumber');
}
