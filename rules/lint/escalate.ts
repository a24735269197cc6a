import { describeDuration, parseDuration } from '../time/index.ts';
import { shortList } from '../documents/index.ts';
import type { DocumentIssue, EscalationPolicy, IssueList, Rule } from '../documents/index.ts';
import { Suggestions, quoted } from '../vocabulary/index.ts';

/** The escalation policies that rules may name, by id. */
export type Policies = ReadonlyMap<string, EscalationPolicy>;

/** Ids of the policies that a rule names, each with where it stands. */
export function policiesOf({ actions }: Pick<Rule, 'actions'>): readonly { id: string; pointer: string }[] {
  return actions.flatMap((action, index) =>
    action.type === 'escalate' ? [{ id: action.policy, pointer: `/actions/${index}/policy` }] : [],
  );
}

/** What is wrong with a rule beside the policies that count. */
export function unknownPolicies(rule: Pick<Rule, 'actions'>, policies: Policies): readonly DocumentIssue[] {
  const names = [...policies.keys()];
  const suggestions = new Suggestions();
  return policiesOf(rule).flatMap(({ id, pointer }) => {
    if (policies.has(id)) return [];
    const message = `there is no published escalation policy ${quoted(id)}${suggestions.didYouMean(id, names)}`;
    return [{ pointer, message, ...shortList(names) }];
  });
}

/** Warns of a critical rule whose policy tells nobody at first. */
export function slowPolicies(
  rule: Pick<Rule, 'actions' | 'severity'>,
  policies: Policies,
): readonly DocumentIssue[] {
  if (rule.severity !== 'critical') return [];
  return policiesOf(rule).flatMap(({ id, pointer }) => {
    const wait = parseDuration(policies.get(id)?.steps[0]?.after ?? '0s');
    if (wait === 0) return [];
    const message = `the rule is critical, and the policy ${quoted(id)} tells nobody for the first ${describeDuration(wait)}`;
    return [{ pointer, message }];
  });
}

/** Warns of rules that call people for what does not matter that much. */
export function warnOfEscalation(rule: Rule, issues: IssueList): void {
  for (const { pointer } of policiesOf(rule))
    if (rule.severity === 'info')
      issues.warn(pointer, 'calls people until one answers, for alerts of severity info: is that meant?');
}
