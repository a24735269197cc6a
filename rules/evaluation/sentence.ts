import type { CompiledNode } from './compiledCondition.ts';
import type { TraceNode } from './decision.ts';
import type { Truth } from '../vocabulary/index.ts';
import { lastEvaluated, sentenceFrom } from './evaluatedLeaf.ts';
import type { EvaluatedLeaf } from './evaluatedLeaf.ts';
import type { Miss } from './miss.ts';
import { missIn } from './nearestMiss.ts';

/** Conditions named in one sentence; the trace has them all. */
const MOST_NAMED = 3;

/** The conditions without which the result would be another: of `all` that is false, the false ones. */
class Decisive {
  readonly result: Truth;
  first: EvaluatedLeaf | undefined;
  firstNegated = false;
  /** Phrases of all of them, once there is a second. */
  phrases: string[] | undefined;
  more = 0;

  constructor(result: Truth) {
    this.result = result;
  }

  collect(node: CompiledNode, trace: TraceNode, negated: boolean): void {
    if (node.kind === 'leaf') {
      const evaluated = lastEvaluated(node);
      if (evaluated) this.#add(evaluated, negated);
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

  #add(evaluated: EvaluatedLeaf, negated: boolean): void {
    if (this.first === undefined) {
      this.first = evaluated;
      this.firstNegated = negated;
      return;
    }
    this.phrases ??= [this.first.phrase(this.result, this.firstNegated)];
    if (this.phrases.length === MOST_NAMED) {
      this.more += 1;
      return;
    }
    const phrase = evaluated.phrase(this.result, negated);
    if (!this.phrases.includes(phrase)) this.phrases.push(phrase);
  }
}

type AllTrace = Extract<TraceNode, { readonly all: unknown }>;
type AnyTrace = Extract<TraceNode, { readonly any: unknown }>;

/** What became of conditions, in words, and what was missed when they are not true. */
interface Explanation {
  readonly sentence: string;
  readonly miss: Miss | undefined;
}

/**
 * One sentence that says what became of conditions and which of them decided it, and, where they are false, the nearest
 * miss; the sentence includes it as well when several conditions were missed.
 * @param trace the conditions' trace, just made: the words of its leaves are stored beside their last judgement
 */
export function explain(conditions: CompiledNode, trace: TraceNode): Explanation {
  const { result } = trace;
  const decisive = new Decisive(result);
  decisive.collect(conditions, trace, false);
  const { first, firstNegated, phrases, more } = decisive;
  if (phrases === undefined) {
    // One condition decided, as in most rules: it is the miss as well, and no search is needed.
    const miss = result === 'false' ? first?.missed(firstNegated) : undefined;
    return { sentence: first?.alone(result, firstNegated) ?? sentenceFrom(result, ''), miss };
  }
  const rest = more > 0 ? `; and ${more} more` : '';
  const sentence = sentenceFrom(result, `${phrases.join('; ')}${rest}`);
  if (result !== 'false') return { sentence, miss: undefined };
  const miss = missIn(conditions, trace);
  return { sentence: miss && miss.sentence !== '' ? `${sentence} ${miss.sentence}` : sentence, miss };
}

const OTHER_SENTENCES: ReadonlyMap<string, string> = new Map([
  ['off', 'Out of scope: the rule is switched off.'],
  ['excluded_driver', 'Out of scope: the rule excludes this driver.'],
  ['other_driver', 'Out of scope: the rule applies to other drivers.'],
  [
    'groups_unknown',
    "Not decided: the rule applies to some groups, and the fleet's groups could not be read.",
  ],
  ['evaluators_disagree', 'Failed: two evaluations of the conditions differ, so the rule did not match.'],
  ['not_compiled', 'Failed: the rule could not be read, so it did not match.'],
  ['evaluation_failed', 'Failed: the conditions could not be evaluated, so the rule did not match.'],
]);

/** Groups named in one sentence. */
const MOST_GROUPS = 5;

function groupWords(groups: Iterable<string>): string {
  const all = [...groups];
  const shown = all.slice(0, MOST_GROUPS);
  const more = all.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  const list = shown.length === 0 ? `${last}` : `${shown.join(', ')} and ${last}`;
  return `${all.length === 1 ? 'the group' : 'the groups'} ${list}`;
}

/** The sentence of a rule that is about drivers of other groups: which groups the driver is in, and which it is about. */
export function otherGroupsSentence(own: readonly string[], wanted: Iterable<string>): string {
  const where = own.length === 0 ? 'no group' : groupWords(own);
  return `Out of scope: the driver is in ${where}, and the rule applies to ${groupWords(wanted)}.`;
}

/** The sentence of a rule whose conditions did not decide, by the decision's reason; `because` is a sentence that says more. */
export function sentenceOfReason(reason: string, because?: string): string {
  const sentence = OTHER_SENTENCES.get(reason) ?? `Not decided: ${reason}.`;
  return because === undefined ? sentence : `${sentence} ${because}`;
}
