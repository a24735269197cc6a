import { BECAUSE } from '../facts/index.ts';
import { AtLeast, applyOperator } from '../vocabulary/index.ts';
import type { Json, Truth } from '../vocabulary/index.ts';
import type { CompiledLeaf } from './compiledCondition.ts';
import type { TraceLeaf } from './decision.ts';
import { Miss } from './miss.ts';
import { kindOf } from './operandValues.ts';
import type { OperandValue, OperandValues } from './operandValues.ts';
import { metPhrase, missedPhrase, unknownPhrase } from './phrase.ts';

/** Maximum length of texts in a trace: attributes are the customer's own and may be long. */
const LONGEST_TEXT = 200;
const LONGEST_LIST = 20;

/** Returns a value as a trace stores it: shortened, and for an object only its kind. */
function kept(value: Json): Json {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((item: Json) => kept(item));
  return typeof value === 'object' && value !== null ? kindOf(value) : value;
}

function isAtLeast(value: OperandValue | undefined): boolean {
  return value?.known === true && value.comparable instanceof AtLeast;
}

function becauseOf(
  leaf: CompiledLeaf,
  left: OperandValue | undefined,
  right: OperandValue | undefined,
): string {
  if (left?.known !== true) return left?.because ?? 'not sent';
  if (leaf.other && right?.known !== true)
    return `${leaf.other.request.fact} is unknown: ${right?.because ?? 'not sent'}`;
  const bound = isAtLeast(left) ? left : isAtLeast(right) ? right : undefined;
  if (bound?.known === true) return bound.unreadEvents ? BECAUSE.unreadEvents : BECAUSE.someEvents;
  return `${kindOf(left.value)}, which cannot be compared with ${kindOf(right?.known === true ? right.value : (leaf.literal ?? null))}`;
}

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
  // The fields are assigned in a fixed order, because one spread per field would cost more than the comparison itself.
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

/** The beginning of a result's sentence; a match needs none. */
const OPENINGS: Readonly<Record<Truth, string>> = {
  true: '',
  false: 'Not matched: ',
  unknown: 'Not decided: ',
};

/** Builds the sentence of conditions from the phrases of the decisive ones. Without phrases, it states only the result. */
export function sentenceFrom(result: Truth, words: string): string {
  if (words === '') return result === 'true' ? 'Matched.' : `${OPENINGS[result].slice(0, -2)}.`;
  const sentence = `${OPENINGS[result]}${words}.`;
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** The cached texts of one comparison, either outside of `not` or under an odd number of `not`. */
interface Words {
  phrase?: string;
  sentence?: string;
  miss?: Miss;
}

/** One comparison with its result, trace and texts. Each is computed once and shared by every rule with this comparison. */
export class EvaluatedLeaf {
  readonly trace: TraceLeaf;
  readonly left: OperandValue | undefined;
  readonly right: OperandValue | undefined;
  readonly #leaf: CompiledLeaf;
  readonly #plain: Words = {};
  readonly #negated: Words = {};

  constructor(leaf: CompiledLeaf, left: OperandValue | undefined, right: OperandValue | undefined) {
    this.#leaf = leaf;
    this.left = left;
    this.right = right;
    this.trace = traceLeaf(leaf, left, right);
  }

  /**
   * Returns the phrase of the comparison in a sentence; `result` is that of the whole conditions, which the comparison helped
   * to decide.
   */
  phrase(result: Truth, negated: boolean): string {
    const words = negated ? this.#negated : this.#plain;
    return (words.phrase ??= this.#say(result, negated));
  }

  /** Returns the whole sentence when only this comparison decided. */
  alone(result: Truth, negated: boolean): string {
    const words = negated ? this.#negated : this.#plain;
    return (words.sentence ??= sentenceFrom(result, this.phrase(result, negated)));
  }

  /** Returns the distance of the comparison from the result that the conditions need. */
  missed(negated: boolean): Miss {
    const words = negated ? this.#negated : this.#plain;
    return (words.miss ??= new Miss(this.#leaf, this, negated));
  }

  #say(result: Truth, negated: boolean): string {
    if (result === 'unknown') return unknownPhrase(this.trace, negated);
    return result === 'true' ? metPhrase(this.trace, negated) : missedPhrase(this.trace, negated);
  }
}

/**
 * Evaluates a comparison. Returns the same object again while its values are unchanged, within a trip or from trip to trip.
 * Most trips have equal values, such as no collision.
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

/** Returns a comparison's last result; undefined when it was never evaluated. */
export function lastEvaluated({ memory }: CompiledLeaf): EvaluatedLeaf | undefined {
  return memory.evaluated instanceof EvaluatedLeaf ? memory.evaluated : undefined;
}
