import type { Condition } from './conditionSchema.ts';
import { factKey } from './factRequest.ts';
import type { Rule } from './ruleDocument.ts';

/** Conditions in one way of writing them: without names, order and repetition, which change no result. */
function canonical(node: Condition): string {
  if ('fact' in node) {
    const { fact, params = {}, path = '', operator, value } = node;
    const other = typeof value === 'object' && !Array.isArray(value);
    const right = other
      ? [factKey({ fact: value.fact, params: value.params ?? {} }), value.path ?? '']
      : value;
    return JSON.stringify([factKey({ fact, params }), path, operator, other, right]);
  }
  if ('not' in node) return `not(${canonical(node.not)})`;
  if ('condition' in node) return `condition(${node.condition})`;
  const [kind, children] = 'all' in node ? ['all', node.all] : ['any', node.any];
  const parts = [...new Set(children.map(canonical))].sort();
  return parts.length === 1 ? parts[0]! : `${kind}(${parts.join(',')})`;
}

/** Two rules with equal keys are about the same drivers and fire on the same trips. */
function keyOf({ scope, conditions }: Pick<Rule, 'scope' | 'conditions'>): string {
  const sorted = (ids: readonly string[] | undefined): readonly string[] | undefined =>
    ids && [...new Set(ids)].sort();
  const who = [sorted(scope?.groups), sorted(scope?.drivers), sorted(scope?.exclude_drivers)];
  return `${JSON.stringify(who)} ${canonical(conditions)}`;
}

/** Ids of other rules with the same conditions and scope as a rule: most likely one of them is enough. */
export function sameConditions(
  rule: Pick<Rule, 'id' | 'scope' | 'conditions'>,
  others: readonly Pick<Rule, 'id' | 'scope' | 'conditions'>[],
): readonly string[] {
  const key = keyOf(rule);
  return others.filter((other) => other.id !== rule.id && keyOf(other) === key).map((other) => other.id);
}

/** How a doubt about a rule that repeats others is put. */
export function sameConditionsMessage(ids: readonly string[]): string {
  const named = ids
    .slice(0, 5)
    .map((id) => `"${id}"`)
    .join(', ');
  return `the same conditions as ${ids.length === 1 ? 'the rule' : 'the rules'} ${named}: each match would be told by each of them`;
}
