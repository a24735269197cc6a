import type { CompiledNode } from './compiledCondition.ts';
import type { TraceNode } from './decision.ts';
import type { Truth } from '../vocabulary/index.ts';
import { lastEvaluated, sentenceFrom } from './evaluatedLeaf.ts';
import type { EvaluatedLeaf } from './evaluatedLeaf.ts';
import type { Miss } from './miss.ts';
import { missIn } from './nearestMiss.ts';

/** Maximum number of conditions in one sentence; the trace has all of them. */
const MOST_NAMED = 3;

/**
 * Collects the decisive conditions, without which the result would be different: for an `all` that is false, the false ones.
 */
class Decisive {
  readonly result: Truth;
  first: EvaluatedLeaf | undefined;
  firstNegated = false;
  /** The phrases of all decisive conditions; set only once there is a second one. */
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

/** The result of conditions as a sentence, and the nearest miss when they are false. */
interface Explanation {
  readonly sentence: string;
  readonly miss: Miss | undefined;
}

/**
 * Explains the result of conditions in one sentence that names the decisive ones. For a false result, also returns the nearest
 * miss; the sentence includes it when several conditions were missed.
 * @param trace the trace that was just made of the conditions; the phrases of its leaves are cached beside their last result
 */
export function explain(conditions: CompiledNode, trace: TraceNode): Explanation {
  const { result } = trace;
  const decisive = new Decisive(result);
  decisive.collect(conditions, trace, false);
  const { first, firstNegated, phrases, more } = decisive;
  if (phrases === undefined) {
    // If one condition decided, as in most rules, it is also the nearest miss, so no search is needed.
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

/** Maximum number of groups in one sentence. */
const MOST_GROUPS = 5;

function groupWords(groups: Iterable<string>): string {
  const all = [...groups];
  const shown = all.slice(0, MOST_GROUPS);
  const more = all.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  const list = shown.length === 0 ? `${last}` : `${shown.join(', ')} and ${last}`;
  return `${all.length === 1 ? 'the group' : 'the groups'} ${list}`;
}

/** Returns the sentence of a rule for drivers of other groups: it names the driver's groups and the rule's. */
export function otherGroupsSentence(own: readonly string[], wanted: Iterable<string>): string {
  const where = own.length === 0 ? 'no group' : groupWords(own);
  return `Out of scope: the driver is in ${where}, and the rule applies to ${groupWords(wanted)}.`;
}

/**
 * Returns the sentence of a rule whose conditions did not decide, by the decision's reason; `because` is a sentence with
 * details.
 */
export function sentenceOfReason(reason: string, because?: string): string {
  const sentence = OTHER_SENTENCES.get(reason) ?? `Not decided: ${reason}.`;
  return because === undefined ? sentence : `${sentence} ${because}`;
}
