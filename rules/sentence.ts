import type { RuleDecision, TraceLeaf, TraceNode, Truth } from './decision.ts';
import { metPhrase, missedPhrase, unknownPhrase } from './phrase.ts';

/** Conditions named in one sentence; the trace has them all. */
const MOST_NAMED = 3;

/** A condition that made the result what it is, and whether it stands under an odd number of `not`. */
interface Decisive {
  readonly leaf: TraceLeaf;
  readonly negated: boolean;
}

function groupOf(node: TraceNode): readonly TraceNode[] | undefined {
  if ('all' in node) return node.all;
  return 'any' in node ? node.any : undefined;
}

/** The conditions without which the node's result would be another: of `all` that is false, the false ones. */
export function decisiveLeaves(node: TraceNode, negated = false): readonly Decisive[] {
  if ('condition' in node) return decisiveLeaves(node.of, negated);
  if ('not' in node) return decisiveLeaves(node.not, !negated);
  const children = groupOf(node);
  if (!children) return [{ leaf: node as TraceLeaf, negated }];
  return children
    .filter((child) => child.result === node.result)
    .flatMap((child) => decisiveLeaves(child, negated));
}

const OPENINGS: Readonly<Record<Truth, string>> = {
  true: 'Fired',
  false: 'Not fired',
  unknown: 'Not decided',
};

function phraseOf({ leaf, negated }: Decisive, result: Truth): string {
  if (result === 'unknown') return unknownPhrase(leaf);
  return result === 'true' ? metPhrase(leaf, negated) : missedPhrase(leaf, negated);
}

function traceSentence(trace: TraceNode): string {
  const decisive = decisiveLeaves(trace);
  const phrases = [...new Set(decisive.map((each) => phraseOf(each, trace.result)))];
  const more = phrases.length - MOST_NAMED;
  const named = phrases.slice(0, MOST_NAMED).join('; ');
  return `${OPENINGS[trace.result]}: ${named}${more > 0 ? `; and ${more} more` : ''}.`;
}

const OTHER_SENTENCES: ReadonlyMap<string, string> = new Map([
  ['off', 'Out of scope: the rule is switched off.'],
  ['excluded_driver', 'Out of scope: the rule excludes this driver.'],
  ['other_driver', 'Out of scope: the rule is about other drivers.'],
  [
    'evaluators_disagree',
    'Failed: two evaluations of the conditions did not agree, so the rule did not fire.',
  ],
  ['not_compiled', 'Failed: the rule could not be read, so it did not fire; publish it again.'],
  ['evaluation_failed', 'Failed: the conditions could not be evaluated, so the rule did not fire.'],
]);

/** One sentence that says what became of a rule and which conditions decided it. */
export function sentenceFor(decision: Pick<RuleDecision, 'outcome' | 'reason' | 'trace'>): string {
  const other = OTHER_SENTENCES.get(decision.reason);
  if (other !== undefined) return other;
  return decision.trace ? traceSentence(decision.trace) : `Not decided: ${decision.reason}.`;
}
