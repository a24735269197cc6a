import type { RuleDecision, TraceLeaf, TraceNode, Truth } from './decision.ts';
import { metPhrase, missedPhrase, unknownPhrase } from './phrase.ts';

/** Conditions named in one sentence; the trace has them all. */
const MOST_NAMED = 3;

/** A condition that made the result what it is, and whether it stands under an odd number of `not`. */
interface Decisive {
  readonly leaf: TraceLeaf;
  readonly negated: boolean;
}

/** The conditions without which the node's result would be another: of `all` that is false, the false ones. */
function decisiveLeaves(node: TraceNode): readonly Decisive[] {
  const into: Decisive[] = [];
  collect(node, false, into);
  return into;
}

function collect(node: TraceNode, negated: boolean, into: Decisive[]): void {
  if ('fact' in node) into.push({ leaf: node, negated });
  else if ('not' in node) collect(node.not, !negated, into);
  else if ('condition' in node) collect(node.of, negated, into);
  else
    for (const child of 'all' in node ? node.all : node.any)
      if (child.result === node.result) collect(child, negated, into);
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
  const phrases: string[] = [];
  let more = 0;
  for (const decisive of decisiveLeaves(trace)) {
    if (phrases.length === MOST_NAMED) {
      more += 1;
      continue;
    }
    const phrase = phraseOf(decisive, trace.result);
    if (!phrases.includes(phrase)) phrases.push(phrase);
  }
  return `${OPENINGS[trace.result]}: ${phrases.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

const OTHER_SENTENCES: ReadonlyMap<string, string> = new Map([
  ['off', 'Out of scope: the rule is switched off.'],
  ['excluded_driver', 'Out of scope: the rule excludes this driver.'],
  ['other_driver', 'Out of scope: the rule is about other drivers.'],
  ['other_group', 'Out of scope: the rule is about drivers of other groups.'],
  ['groups_unknown', "Not decided: the rule is about some groups, and the fleet's groups could not be read."],
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
