import type { RuleDecision, TraceNode } from '../../rules/evaluation/index.ts';
import type { Truth } from '../../rules/vocabulary/index.ts';
import { LOCALES, isTextKey, textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { factLabel, shownFact } from './facts.ts';
import { metPhrase, missedPhrase, unknownPhrase } from './phrase.ts';
import { shownMeasure, shownNumber, shownSeconds } from './values.ts';

/** What of a rule's decision its sentence is made of. */
export type DecisionToSay = Pick<RuleDecision, 'reason' | 'sentence' | 'trace' | 'nearest_miss'>;

/**
 * The sentence of a decision in a language. In English it is the one that the engine wrote; in any other language it is put
 * together from the trace and the nearest miss, which say the same as data.
 */
export function decisionSentence(decision: DecisionToSay, language: Language): string {
  return language === 'en' ? decision.sentence : renderedSentence(decision, language);
}

type Miss = NonNullable<RuleDecision['nearest_miss']>;

const DECIDED: ReadonlySet<string> = new Set(['matched', 'conditions_false', 'conditions_unknown']);

/** The same from the stored data in any language; what no text says yet stays as the engine wrote it. */
export function renderedSentence(decision: DecisionToSay, language: Language): string {
  const { reason, trace, nearest_miss: miss, sentence } = decision;
  if (trace === undefined || !DECIDED.has(reason)) {
    const key = `decisions.reason_${reason}`;
    return isTextKey(key) ? textsOf(language)(key) : sentence;
  }
  return traceSentence(trace, { miss, language });
}

/** Conditions named in one sentence; the trace has them all. */
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

/** The conditions without which the result would be another: of `all` that is false, the false ones. */
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

/** How far the nearest condition was missed; empty where no number says so. */
function missWords(miss: Miss, language: Language): string {
  const say = textsOf(language);
  const { gap, relative_gap: relative, at_least: isAtLeast } = miss;
  if (gap === undefined) return '';
  const label = factLabel(miss, language);
  if (gap === 0) return say(isAtLeast ? 'decisions.missedAtLeast' : 'decisions.onlyJustMissed', { label });
  const shown = { gap: gapWords(miss.fact, gap, language), label };
  // On a clock a share means nothing.
  if (relative === undefined || shownFact(miss.fact).kind === 'clock')
    return say(isAtLeast ? 'decisions.missedByAtLeast' : 'decisions.missedBy', shown);
  const share = shownNumber(relative * 100, language);
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
