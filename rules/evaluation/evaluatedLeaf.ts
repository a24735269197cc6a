import { BECAUSE } from '../facts/index.ts';
import { AtLeast, applyOperator } from '../vocabulary/index.ts';
import type { Json, Truth } from '../vocabulary/index.ts';
import type { CompiledLeaf } from './compiledCondition.ts';
import type { TraceLeaf } from './decision.ts';
import { Miss } from './miss.ts';
import { kindOf } from './operandValues.ts';
import type { OperandValue, OperandValues } from './operandValues.ts';
import { metPhrase, missedPhrase, unknownPhrase } from './phrase.ts';

/** Texts in a trace are cut here: attributes are the customer's own and may be long. */
const LONGEST_TEXT = 200;
const LONGEST_LIST = 20;

/** A value as a trace keeps it: short, and of an object only that it is one. */
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
  // Assigned one by one and in a fixed order: a spread each would cost more than the comparison itself.
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

/** How the sentence of a result begins; what was detected needs no opening. */
const OPENINGS: Readonly<Record<Truth, string>> = {
  true: '',
  false: 'Not matched: ',
  unknown: 'Not decided: ',
};

/** The sentence of conditions from the words about those that decided; with none, what they came to. */
export function sentenceFrom(result: Truth, words: string): string {
  if (words === '') return result === 'true' ? 'Matched.' : `${OPENINGS[result].slice(0, -2)}.`;
  const sentence = `${OPENINGS[result]}${words}.`;
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** What is said about one comparison where it stands plainly, or where it stands under an odd number of `not`. */
interface Words {
  phrase?: string;
  sentence?: string;
  miss?: Miss;
}

/** One comparison with its result, its trace, and its words, each made once and shared by every rule that asks it. */
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

  /** What a sentence says about the comparison; `result` is that of the whole conditions, which it helped to decide. */
  phrase(result: Truth, negated: boolean): string {
    const words = negated ? this.#negated : this.#plain;
    return (words.phrase ??= this.#say(result, negated));
  }

  /** The whole sentence when nothing else decided. */
  alone(result: Truth, negated: boolean): string {
    const words = negated ? this.#negated : this.#plain;
    return (words.sentence ??= sentenceFrom(result, this.phrase(result, negated)));
  }

  /** How far the comparison is from what the conditions need of it. */
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
 * Judges a comparison. When its values are those of the time before, within a trip or from trip to trip, it is the same
 * object again: most trips have no collision, and say so in the same words.
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

/** A comparison's last judgement; undefined: nothing asked for it yet. */
export function lastEvaluated({ memory }: CompiledLeaf): EvaluatedLeaf | undefined {
  return memory.evaluated instanceof EvaluatedLeaf ? memory.evaluated : undefined;
}
