import { AtLeast, applyOperator, kindReason } from '../vocabulary/index.ts';
import type { Json, Reason, Truth } from '../vocabulary/index.ts';
import type { CompiledLeaf } from './compiledCondition.ts';
import type { TraceLeaf } from './decision.ts';
import { Miss } from './miss.ts';
import { kindOf } from './operandValues.ts';
import type { OperandValue, OperandValues } from './operandValues.ts';

/** Maximum length of texts in a trace. Attributes are defined by the customer and may be long. */
const LONGEST_TEXT = 200;
const LONGEST_LIST = 20;

/** Placeholder for an object in a trace. */
const OBJECT = 'an object';

/**
 * Returns a value in the form that a trace stores: texts and lists are shortened, and objects are replaced with a placeholder.
 */
function kept(value: Json): Json {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((item: Json) => kept(item));
  return typeof value === 'object' && value !== null ? OBJECT : value;
}

function isAtLeast(value: OperandValue | undefined): boolean {
  return value?.known === true && value.comparable instanceof AtLeast;
}

function becauseOf(
  leaf: CompiledLeaf,
  left: OperandValue | undefined,
  right: OperandValue | undefined,
): Reason {
  if (left?.known !== true) return left?.because ?? NOT_SENT;
  if (leaf.other && right?.known !== true) {
    const because = right?.because ?? NOT_SENT;
    return { code: 'otherUnknown', values: { fact: leaf.other.request.fact, because } };
  }
  const bound = isAtLeast(left) ? left : isAtLeast(right) ? right : undefined;
  if (bound?.known === true) return { code: bound.unreadEvents ? 'unreadEvents' : 'someEvents' };
  const other = right?.known === true ? right.value : (leaf.literal ?? null);
  const values = { found: kindReason(kindOf(left.value)), other: kindReason(kindOf(other)) };
  return { code: 'notComparable', values };
}

const NOT_SENT: Reason = { code: 'notSent' };

function resultOf(
  leaf: CompiledLeaf,
  left: OperandValue | undefined,
  right: OperandValue | undefined,
): Truth {
  return applyOperator(
    leaf.operator,
    left?.known === true ? left.comparable : undefined,
    leaf.other ? (right?.known === true ? right.comparable : undefined) : leaf.literal,
  );
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function traceLeaf(
  leaf: CompiledLeaf,
  left: OperandValue | undefined,
  right: OperandValue | undefined,
): TraceLeaf {
  const result = resultOf(leaf, left, right);
  const { fact, name, params, path, operator, value } = leaf.written;
  // The fields are assigned one by one, because object spreads would cost more than the comparison itself.
  const trace: Mutable<TraceLeaf> = { fact, operator, value, result };
  if (name !== undefined) trace.name = name;
  if (params !== undefined) trace.params = params;
  if (path !== undefined) trace.path = path;
  if (right?.known === true) trace.compared = kept(right.value);
  if (isAtLeast(right)) trace.compared_at_least = true;
  if (left?.known === true) trace.actual = kept(left.value);
  if (isAtLeast(left)) trace.at_least = true;
  if (left?.known === true && left.tripsWithoutEvents !== undefined)
    trace.trips_without_events = left.tripsWithoutEvents;
  if (left?.known === true && left.unreadEvents) trace.unread_events = true;
  if (left?.known === true && left.historySince !== undefined) trace.history_since = left.historySince;
  if (left?.known === true && left.windowEnd !== undefined) trace.window_end = left.windowEnd;
  if (left?.known === true && left.sinceDeletion !== undefined) trace.since_deletion = left.sinceDeletion;
  if (result === 'unknown' || left?.known !== true) trace.unknown_because = becauseOf(leaf, left, right);
  return trace;
}

/**
 * One comparison with its result, trace and distances. It is computed once and shared by all rules that contain the comparison.
 */
export class EvaluatedLeaf {
  readonly trace: TraceLeaf;
  readonly left: OperandValue | undefined;
  readonly right: OperandValue | undefined;
  readonly #leaf: CompiledLeaf;
  #missed: Miss | undefined;
  #missedNegated: Miss | undefined;

  constructor(leaf: CompiledLeaf, left: OperandValue | undefined, right: OperandValue | undefined) {
    this.#leaf = leaf;
    this.left = left;
    this.right = right;
    this.trace = traceLeaf(leaf, left, right);
  }

  /**
   * Returns the distance by which the comparison was missed.
   * @param negated true if the comparison is under an odd number of `not`, so that it would have to be false
   */
  missed(negated: boolean): Miss {
    if (negated) return (this.#missedNegated ??= new Miss(this.#leaf, this, true));
    return (this.#missed ??= new Miss(this.#leaf, this, false));
  }
}

/**
 * Evaluates a comparison. Returns the previous object if the compared values are unchanged, even if they belong to an earlier
 * trip. This saves time, because most trips have equal values, such as no collision.
 */
export function evaluateLeaf(leaf: CompiledLeaf, values: OperandValues): EvaluatedLeaf {
  const left = values[leaf.operand.index];
  const right = leaf.other === undefined ? undefined : values[leaf.other.index];
  const before = lastEvaluated(leaf);
  if (before !== undefined && before.left === left && before.right === right) return before;
  const evaluated = new EvaluatedLeaf(leaf, left, right);
  leaf.memory.evaluated = evaluated;
  return evaluated;
}

/** Returns a comparison's latest result, or `undefined` if it was never evaluated. */
export function lastEvaluated({ memory }: CompiledLeaf): EvaluatedLeaf | undefined {
  return memory.evaluated instanceof EvaluatedLeaf ? memory.evaluated : undefined;
}
