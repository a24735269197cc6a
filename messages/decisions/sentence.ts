import type {
  Decision,
  Explanation,
  NamedGroups,
  RuleDecision,
  TraceNode,
} from '../../rules/evaluation/index.ts';
import type { Truth } from '../../rules/vocabulary/index.ts';
import { LOCALES, textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { factLabel, shownFact } from './facts.ts';
import { becauseWords, metPhrase, missedPhrase, unknownPhrase } from './phrase.ts';
import { shownMeasure, shownNumber, shownSeconds } from './values.ts';

/** Returns a sentence that explains a decision. */
export function decisionSentence(decision: Explanation, language: Language): string {
  const { reason, trace, nearest_miss: miss } = decision;
  if (trace !== undefined && DECIDED.has(reason)) return traceSentence(trace, { miss, language });
  const say = textsOf(language);
  const { driver_groups: own, rule_groups: wanted, error = '' } = decision.reason_values ?? {};
  const values = { own: groupWords(own, language), wanted: groupWords(wanted, language), error };
  return say.known(`decisions.reason_${reason}`, values) ?? say('decisions.bare_unknown');
}

/**
 * Returns the sentence of a rule's stored decision about one revision of a trip. Returns `undefined` if no such decision is
 * stored.
 */
export function storedSentence(
  decisions: readonly Decision[],
  of: { readonly rule: string; readonly revision: number | null },
  language: Language,
): string | undefined {
  const decided = decisions
    .find(({ revision }) => revision === of.revision)
    ?.rules.find(({ rule }) => rule === of.rule);
  return decided && decisionSentence(decided, language);
}

/** Returns a list of groups as a phrase, such as `the groups a, b and 3 more`. */
function groupWords(groups: NamedGroups | undefined, language: Language): string {
  const say = textsOf(language);
  if (!groups || groups.names.length === 0) return say('decisions.inNoGroup');
  const { names, more } = groups;
  const all = more === 0 ? names : [...names, say('decisions.moreGroups', { count: more })];
  const list = new Intl.ListFormat(LOCALES[language]).format(all);
  return say('decisions.inGroups', { count: names.length + more, list });
}

/** A rule's decision prepared for readers: the data with a sentence, and with reasons in the trace replaced by phrases. */
export interface WordedDecision extends Omit<RuleDecision, 'reason_values' | 'trace'> {
  readonly sentence: string;
  readonly trace?: TraceNode<string>;
}

/** Adds a sentence to a rule's decision, and turns the reasons in its trace into phrases. */
export function decisionWords(decision: RuleDecision, language: Language): WordedDecision {
  const { reason_values: _said, trace, ...rest } = decision;
  return {
    ...rest,
    sentence: decisionSentence(decision, language),
    ...(trace && { trace: traceWords(trace, language) }),
  };
}

function traceWords(node: TraceNode, language: Language): TraceNode<string> {
  const inside = (child: TraceNode): TraceNode<string> => traceWords(child, language);
  if ('all' in node) return { ...node, all: node.all.map(inside) };
  if ('any' in node) return { ...node, any: node.any.map(inside) };
  if ('not' in node) return { ...node, not: inside(node.not) };
  if ('of' in node) return { ...node, of: inside(node.of) };
  const { unknown_because: because, ...leaf } = node;
  return because === undefined ? leaf : { ...leaf, unknown_because: becauseWords(because, language) };
}

type Miss = NonNullable<RuleDecision['nearest_miss']>;

const DECIDED: ReadonlySet<string> = new Set(['matched', 'conditions_false', 'conditions_unknown']);

/** Maximum number of conditions that one sentence names. The trace lists all conditions. */
const MOST_NAMED = 3;

function traceSentence(
  trace: TraceNode,
  { miss, language }: { readonly miss: Miss | undefined; readonly language: Language },
): string {
  const say = textsOf(language);
  const { result } = trace;
  const decisive = new Decisive(result, language);
  decisive.collect(trace, false);
  const { phrases, more, count } = decisive;
  if (phrases.length === 0) return say(`decisions.bare_${result}`);
  const joined = phrases.join('; ');
  const words = more > 0 ? say('decisions.andMore', { words: joined, count: `${more}` }) : joined;
  const said = capitalised(say(`decisions.${result}`, { words }), language);
  const missed = result === 'false' && count > 1 && miss ? missWords(miss, language) : '';
  return missed === '' ? said : `${said} ${missed}`;
}

function capitalised(text: string, language: Language): string {
  return text.slice(0, 1).toLocaleUpperCase(LOCALES[language]) + text.slice(1);
}

/** Collects the conditions that decided the result. If an `all` is false, for example, its false conditions are collected. */
class Decisive {
  readonly phrases: string[] = [];
  more = 0;
  count = 0;
  readonly #result: Truth;
  readonly #language: Language;

  constructor(result: Truth, language: Language) {
    this.#result = result;
    this.#language = language;
  }

  collect(node: TraceNode, negated: boolean): void {
    if ('not' in node) this.collect(node.not, !negated);
    else if ('of' in node) this.collect(node.of, negated);
    else if ('all' in node) this.#each(node.all, node.result, negated);
    else if ('any' in node) this.#each(node.any, node.result, negated);
    else {
      this.count += 1;
      if (this.phrases.length === MOST_NAMED) {
        this.more += 1;
        return;
      }
      const said = { language: this.#language, negated };
      const phrase =
        this.#result === 'unknown'
          ? unknownPhrase(node, said)
          : this.#result === 'true'
            ? metPhrase(node, said)
            : missedPhrase(node, said);
      if (!this.phrases.includes(phrase)) this.phrases.push(phrase);
    }
  }

  #each(nodes: readonly TraceNode[], result: Truth, negated: boolean): void {
    for (const each of nodes) if (each.result === result) this.collect(each, negated);
  }
}

/** Describes how far the nearest condition was missed. Returns an empty string if the distance is not a number. */
function missWords(miss: Miss, language: Language): string {
  const say = textsOf(language);
  const { gap, relative_gap: relative, at_least: isAtLeast } = miss;
  if (gap === undefined) return '';
  const label = factLabel(miss, language);
  if (gap === 0) return say(isAtLeast ? 'decisions.missedAtLeast' : 'decisions.onlyJustMissed', { label });
  const shown = { gap: gapWords(miss.fact, gap, language), label };
  const percent = relative === undefined ? Infinity : relative * 100;
  // A percentage of a time of day is meaningless.
  if (!Number.isFinite(percent) || shownFact(miss.fact).kind === 'clock')
    return say(isAtLeast ? 'decisions.missedByAtLeast' : 'decisions.missedBy', shown);
  const share = shownNumber(percent, language);
  return say(isAtLeast ? 'decisions.missedByAtLeastShare' : 'decisions.missedByShare', { ...shown, share });
}

function gapWords(name: string, gap: number, language: Language): string {
  const say = textsOf(language);
  const fact = shownFact(name);
  const value = shownNumber(gap, language);
  if (fact.kind === 'clock') return say('decisions.hours', { value, count: gap });
  if (fact.kind === 'time') return shownSeconds(gap, language);
  return fact.kind === 'date' ? say('decisions.days', { value }) : shownMeasure(gap, fact, { language });
}
