import type { CompiledNode } from './compiledCondition.ts';
import type { TraceNode, Truth } from './decision.ts';
import { OPENINGS } from './judgedLeaf.ts';
import type { JudgedLeaf } from './judgedLeaf.ts';
import type { Miss } from './miss.ts';

/** Conditions named in one sentence; the trace has them all. */
const MOST_NAMED = 3;

/** The conditions without which the result would be another: of `all` that is false, the false ones. */
class Decisive {
  readonly result: Truth;
  first: JudgedLeaf | undefined;
  firstNegated = false;
  /** Phrases of all of them, once there is a second. */
  phrases: string[] | undefined;
  more = 0;

  constructor(result: Truth) {
    this.result = result;
  }

  collect(node: CompiledNode, trace: TraceNode, negated: boolean): void {
    if (node.kind === 'leaf') {
      if (node.memory.judged) this.#add(node.memory.judged, negated);
    } else if (node.kind === 'not') {
      if ('not' in trace) this.collect(node.child, trace.not, !negated);
    } else if (node.kind === 'named') {
      if ('of' in trace) this.collect(node.of, trace.of, negated);
    } else {
      const traces = node.kind === 'all' ? (trace as AllTrace).all : (trace as AnyTrace).any;
      for (let index = 0; index < traces.length; index += 1) {
        const child = traces[index]!;
        if (child.result === trace.result) this.collect(node.children[index]!, child, negated);
      }
    }
  }

  #add(judged: JudgedLeaf, negated: boolean): void {
    if (this.first === undefined) {
      this.first = judged;
      this.firstNegated = negated;
      return;
    }
    this.phrases ??= [this.first.phrase(this.result, this.firstNegated)];
    if (this.phrases.length === MOST_NAMED) {
      this.more += 1;
      return;
    }
    const phrase = judged.phrase(this.result, negated);
    if (!this.phrases.includes(phrase)) this.phrases.push(phrase);
  }
}

type AllTrace = Extract<TraceNode, { readonly all: unknown }>;
type AnyTrace = Extract<TraceNode, { readonly any: unknown }>;

/**
 * One sentence that says what became of conditions and which of them decided it.
 * @param trace the conditions' trace, just made: the words of its leaves are kept beside their last judgement
 * @param miss the nearest miss, told when several conditions were missed
 */
export function sentenceFor(conditions: CompiledNode, trace: TraceNode, miss?: Miss): string {
  const { result } = trace;
  const decisive = new Decisive(result);
  decisive.collect(conditions, trace, false);
  const { first, firstNegated, phrases, more } = decisive;
  if (phrases === undefined) return first?.alone(result, firstNegated) ?? `${OPENINGS[result]}.`;
  const sentence = `${OPENINGS[result]}${phrases.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
  return miss === undefined || miss.sentence === '' ? sentence : `${sentence} ${miss.sentence}`;
}

const OTHER_SENTENCES: ReadonlyMap<string, string> = new Map([
  ['off', 'Out of scope: the rule is switched off.'],
  ['excluded_driver', 'Out of scope: the rule excludes this driver.'],
  ['other_driver', 'Out of scope: the rule is about other drivers.'],
  [
    'evaluators_disagree',
    'Failed: two evaluations of the conditions did not agree, so the rule did not fire.',
  ],
  ['not_compiled', 'Failed: the rule could not be read, so it did not fire.'],
  ['evaluation_failed', 'Failed: the conditions could not be evaluated, so the rule did not fire.'],
]);

/** The sentence of a rule whose conditions did not decide, by the decision's reason; `because` is a sentence that says more. */
export function sentenceOfReason(reason: string, because?: string): string {
  const sentence = OTHER_SENTENCES.get(reason) ?? `Not decided: ${reason}.`;
  return because === undefined ? sentence : `${sentence} ${because}`;
}
