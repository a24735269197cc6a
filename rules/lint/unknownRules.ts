import { pointerTo } from '../documents/index.ts';
import type { Condition, Conditions, DocumentIssue } from '../documents/index.ts';
import { comparisonsOf } from './conditionWalk.ts';
import { Suggestions, quoted } from '../vocabulary/index.ts';
import type { Json } from '../vocabulary/index.ts';

/** A fact whose param `rule` names a rule. */
const COUNTS_ALERTS = 'driver.rule_alerts';

/** A document that may name rules: a rule, or a shared condition, which suppresses nothing. */
export interface NamesRules {
  readonly conditions: Conditions;
  readonly suppresses?: readonly string[] | undefined;
}

/** What there is to be named. */
export interface KnownRules {
  readonly ids: readonly string[];
  /** Where they are, in words: `in this folder`. */
  readonly where: string;
}

/** One mention of a rule. */
interface Mention {
  readonly rule: string;
  readonly pointer: string;
  readonly effect: string;
}

/**
 * Doubts about rules that a document names and nobody knows: the name may be mistyped, or the rule not be there yet, and
 * until it is, what names it has no effect.
 */
export function unknownRules(document: NamesRules, known: KnownRules): DocumentIssue[] {
  const ids = new Set(known.ids);
  const suggestions = new Suggestions();
  return mentionsIn(document)
    .filter(({ rule }) => !ids.has(rule))
    .map(({ rule, pointer, effect }) => ({
      pointer,
      message: `there is no rule ${quoted(rule)} ${known.where}${suggestions.didYouMean(rule, known.ids)}: ${effect}`,
    }));
}

function mentionsIn({ conditions, suppresses = [] }: NamesRules): Mention[] {
  return [
    ...suppresses.map((rule, index) => ({
      ...{ rule, pointer: pointerTo('/suppresses', index) },
      effect: 'nothing is suppressed by this name',
    })),
    ...countedIn(conditions),
  ];
}

/** Facts that count a rule's alerts, at the left of an operator and as its value. */
function countedIn(condition: Condition): Mention[] {
  const effect = 'the count stays 0';
  return comparisonsOf({ condition, pointer: '/conditions' }).flatMap(({ comparison, pointer }) => {
    const { fact, params, value } = comparison;
    const right = typeof value === 'object' && !Array.isArray(value) ? value : undefined;
    const named = (rule: Json | undefined, at: string): Mention[] =>
      typeof rule === 'string' ? [{ rule, effect, pointer: `${at}/params/rule` }] : [];
    return [
      ...(fact === COUNTS_ALERTS ? named(params?.['rule'], pointer) : []),
      ...(right?.fact === COUNTS_ALERTS ? named(right.params?.['rule'], `${pointer}/value`) : []),
    ];
  });
}
