import type { Decision, RuleDecision } from '../../rules/evaluation/index.ts';

/** How each stop is called on a line that has no room for its sentence (`stopWords`). */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['shadow', 'in shadow'],
  ['silenced', 'silenced'],
  ['suppressed', 'suppressed'],
  ['throttled', 'throttled'],
  ['over_budget', 'over budget'],
  ['quiet_hours', 'held'],
]);

/**
 * Why nobody, or nobody yet, was told of a rule that matched, in a word such as `throttled`.
 * @returns undefined when somebody was told, or the rule did not match
 */
export function stopWord(
  decision: Pick<Decision, 'actions'>,
  rule: Pick<RuleDecision, 'rule' | 'outcome' | 'trial'>,
): string | undefined {
  if (rule.outcome !== 'matched' || rule.trial) return undefined;
  const own = decision.actions.filter((each) => each.rule === rule.rule && !each.trial);
  const reason = own[0]?.reason;
  if (reason === undefined || own.some((each) => each.reason !== reason)) return undefined;
  return WORDS.get(reason);
}
