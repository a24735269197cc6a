import { pointerTo, quietHoursOf } from '../documents/index.ts';
import type { IssueList, Rule, RuleAction } from '../documents/index.ts';
import { parseDuration } from '../time/index.ts';
import { isAlwaysQuiet } from '../admission/index.ts';
import { quoted } from '../vocabulary/index.ts';

/** Refuses quiet hours that would hold their action for ever. */
export function refuseEndlessQuiet(actions: readonly RuleAction[], issues: IssueList): void {
  actions.forEach((action, index) => {
    const quiet = quietHoursOf(action);
    if (quiet && isAlwaysQuiet(quiet))
      issues.error(
        pointerTo(pointerTo('/actions', index), 'quiet_hours'),
        `from ${quiet.from} to ${quiet.to} is the whole day, every day: nothing would ever be sent; name days, or use "mode": "shadow"`,
      );
  });
}

/** Stops after which fewer people are told than the author may think. */
function warnOfSilentStops(rule: Rule, issues: IssueList): void {
  const { throttle, suppresses, actions, owner } = rule;
  const others = suppresses?.filter((id) => id !== rule.id) ?? [];
  if (throttle && throttle.per !== 'trip' && parseDuration(throttle.every) > 0 && others.length > 0) {
    const named = others.map(quoted).join(', ');
    issues.warn(
      '/suppresses',
      `for ${throttle.every} after an alert the throttle keeps this rule quiet (per ${throttle.per}), and ${named} ${others.length === 1 ? 'stays' : 'stay'} quiet with it on every trip that both match: nobody is told of such a trip again. Shorten the throttle, or take out of "suppresses" what should still be told`,
    );
  }
  const hearsOfBudget = actions.some(({ type }) => type === 'slack' || type === 'email');
  if (
    rule.budget &&
    rule.severity !== 'critical' &&
    owner === undefined &&
    actions.length > 0 &&
    !hearsOfBudget
  )
    issues.warn(
      '/budget',
      'nobody hears when this budget is used up, nor what it kept back: such messages go to Slack channels and mailboxes, and this rule names none. Add "owner": an e-mail address or a Slack channel',
    );
}

/** Noise settings that are allowed and do nothing, or more than they seem to. */
export function warnOfNoiseSettings(rule: Rule, issues: IssueList): void {
  rule.suppresses?.forEach((id, index) => {
    const pointer = pointerTo('/suppresses', index);
    if (id === rule.id) issues.warn(pointer, 'a rule does not suppress itself: this has no effect');
    else if (rule.suppresses?.indexOf(id) !== index) issues.warn(pointer, 'this rule is listed already');
  });
  if (rule.throttle?.per === 'trip')
    issues.warn('/throttle/per', 'a rule alerts once a trip anyway: this throttle has no effect');
  if (rule.throttle && parseDuration(rule.throttle.every) === 0)
    issues.warn('/throttle/every', 'no time at all: this throttle has no effect');
  if (rule.severity === 'critical' && rule.budget)
    issues.warn('/budget', 'critical alerts pass every budget: this one has no effect');
  if (rule.owner !== undefined && !rule.budget)
    issues.warn('/owner', 'the owner is told when the rule is over its budget, and there is no budget');
  warnOfSilentStops(rule, issues);
  const deletion = rule.actions.findIndex(({ type }) => type === 'delete_trip');
  if (deletion >= 0 && (rule.throttle ?? rule.budget))
    issues.warn(
      `/actions/${deletion}`,
      'what the throttle or the budget stops is not deleted either; a rule of its own would delete every match',
    );
  rule.actions.forEach((action, index) => {
    if (rule.severity === 'critical' && quietHoursOf(action))
      issues.warn(`/actions/${index}/quiet_hours`, 'critical alerts pass quiet hours: these have no effect');
  });
}
