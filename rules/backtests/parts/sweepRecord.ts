import { readOperands, scopeOf } from '../../evaluation/index.ts';
import type {
  CompiledLeaf,
  CompiledNode,
  CompiledRules,
  OperandValues,
  PublishedRule,
} from '../../evaluation/index.ts';
import { AtLeast, applyOperator, findOperator, opposite } from '../../vocabulary/index.ts';
import type { Comparable, FactTable, OperatorDefinition, Truth } from '../../vocabulary/index.ts';
import type { SweptTrip } from './result.ts';
import { sweepTarget } from './sweepTarget.ts';
import type { NoSweepTarget, SweepTarget } from './sweepTarget.ts';

/** A prepared sweep: its target, with functions that evaluate the varied comparison. */
export interface SweepPlan extends SweepTarget {
  /** Returns the result of the varied comparison for an observed value, if the swept number were `value`. */
  readonly resultAt: (actual: Comparable, value: number) => Truth;
  /** Returns the outcomes of one trip for every value, computed from its facts. */
  readonly record: (facts: FactTable, trip: TripKey) => SweptOutcomes;
}

/** A trip's driver, id and groups. */
export interface TripKey {
  readonly driverId: string;
  readonly tripId: string;
  /** Undefined if the driver's groups are unknown. */
  readonly groups: readonly string[] | undefined;
}

/** The tested rule's outcomes for one trip, by the result of its varied comparison: true, false or unknown. */
export type SweptOutcomes = Pick<SweptTrip, 'value' | 'atLeast' | 'whenTrue' | 'whenFalse' | 'whenUnknown'>;

const always = (outcome: Truth): SweptOutcomes => ({ whenTrue: outcome, whenFalse: outcome });
const NEVER = always('false');
const UNDECIDED = always('unknown');

/**
 * Prepares a sweep of the rule at a position.
 * @returns undefined if the rule could not be compiled, so that it fails for every trip
 * @throws Error if the pointer names no number. This is checked earlier, when the back-test is requested.
 */
export function planSweep(
  compiled: CompiledRules,
  position: number,
  { rule, pointer }: { readonly rule: PublishedRule['rule']; readonly pointer: string },
): SweepPlan | undefined {
  const target = sweepTarget(rule, pointer);
  if (!isTarget(target)) throw new Error(`${pointer} ${String(target.because)}.`);
  const tested = compiled.rules[position];
  if (!tested || 'error' in tested) return undefined;
  const { conditions } = tested;
  const operator = findOperator(target.operator)!;
  const leaf = leafAt(conditions, target.steps);
  return {
    ...target,
    resultAt: (actual, value) => applyOperator(operator, actual, target.literalAt(value)),
    record(facts, trip) {
      const scope = scopeOf(tested, trip);
      if (scope !== 'true') return scope === 'unknown' ? UNDECIDED : NEVER;
      const values = readOperands(compiled.operands, facts);
      return outcomesOf({ conditions, steps: target.steps, leaf, operator, values });
    },
  };
}

/** Returns whether the search found a number that can be swept. */
export function isTarget(found: SweepTarget | NoSweepTarget): found is SweepTarget {
  return 'current' in found;
}

/** Returns the varied comparison. It is found by its position, because equal comparisons share one object. */
function leafAt(conditions: CompiledNode, steps: readonly number[]): CompiledLeaf {
  let node = conditions;
  for (const step of steps) {
    if (node.kind === 'all' || node.kind === 'any') node = node.children[step]!;
    else if (node.kind === 'not') node = node.child;
  }
  if (node.kind !== 'leaf') throw new Error('The swept number stands in no comparison.');
  return node;
}

interface Trying {
  readonly conditions: CompiledNode;
  readonly steps: readonly number[];
  readonly leaf: CompiledLeaf;
  readonly operator: OperatorDefinition;
  readonly values: OperandValues;
}

function outcomesOf({ conditions, steps, leaf, values }: Trying): SweptOutcomes {
  const outcomeWhen = (varied: Truth): Truth => truthOf(conditions, 0, { steps, values, varied });
  const actual = comparableAt(values, leaf.operand.index);
  // The swept number is compared only with numbers. Any other operand gives the same result at every value.
  if (typeof actual !== 'number' && !(actual instanceof AtLeast))
    return always(outcomeWhen(resultOf(leaf, values)));
  const whenTrue = outcomeWhen('true');
  const whenFalse = outcomeWhen('false');
  if (typeof actual === 'number')
    return whenTrue === whenFalse ? always(whenTrue) : { value: actual, whenTrue, whenFalse };
  return { value: actual.bound, atLeast: true, whenTrue, whenFalse, whenUnknown: outcomeWhen('unknown') };
}

function comparableAt(values: OperandValues, index: number): Comparable {
  const value = values[index];
  return value?.known === true ? value.comparable : undefined;
}

function resultOf({ operand, operator, other, literal }: CompiledLeaf, values: OperandValues): Truth {
  const right = other ? comparableAt(values, other.index) : literal;
  return applyOperator(operator, comparableAt(values, operand.index), right);
}

/** The varied comparison's position and assumed result, with the values of all other comparisons. */
interface Varied {
  readonly steps: readonly number[];
  readonly values: OperandValues;
  readonly varied: Truth;
}

/**
 * Evaluates conditions by Kleene's three-valued logic, with one comparison's result assumed.
 * @param depth number of steps taken towards the varied comparison; -1 in branches that do not contain it
 */
function truthOf(node: CompiledNode, depth: number, given: Varied): Truth {
  switch (node.kind) {
    case 'leaf':
      return depth < 0 ? resultOf(node, given.values) : given.varied;
    case 'named':
      return truthOf(node.of, -1, given);
    case 'not':
      return opposite(truthOf(node.child, depth < 0 ? -1 : depth + 1, given));
    default: {
      const decides = node.kind === 'all' ? 'false' : 'true';
      let result: Truth = opposite(decides);
      for (const [index, child] of node.children.entries()) {
        const isOnTheWay = depth >= 0 && given.steps[depth] === index;
        const one = truthOf(child, isOnTheWay ? depth + 1 : -1, given);
        if (one === decides) return decides;
        if (one === 'unknown') result = 'unknown';
      }
      return result;
    }
  }
}
