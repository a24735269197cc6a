import { isPeopleChannel, receiversNamed, sameReceiver } from '../channels/index.ts';
import { isAlwaysQuiet } from '../admission/index.ts';
import { hintOf, issueAt, pointerTo, quietHoursOf, receiversOf, sentence } from '../documents/index.ts';
import type { DocumentIssue, EscalationPolicy, IssueList, Rule, RuleAction } from '../documents/index.ts';
import { parseDuration } from '../time/index.ts';
import { Suggestions, quoted } from '../vocabulary/index.ts';
import { durationWords } from './durationWords.ts';

/** Refuses a second action of the same type for the same receiver, because both would be the same delivery. */
export function refuseDuplicates(actions: readonly RuleAction[], issues: IssueList): void {
  const first = new Map<string, string>();
  actions.forEach((action, index) => {
    for (const { receiver, pointer } of placedReceivers(action, `/actions/${index}`)) {
      const key = `${action.type} ${sameReceiver(action.type, receiver)}`;
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, pointer);
      else issues.error(pointer, sentence('actionTwice', { type: action.type, earlier }));
    }
  });
}

/** Returns the receivers of an action with their pointers. A single receiver has the action's pointer. */
function placedReceivers(
  action: RuleAction,
  at: string,
): readonly { readonly receiver: string; readonly pointer: string }[] {
  if (action.type === 'escalate' || action.type === 'delete_trip')
    return receiversOf(action).map((receiver) => ({ receiver, pointer: at }));
  return receiversNamed(action).map(({ receiver, path }) => ({
    receiver,
    pointer: path.length === 1 ? at : path.reduce<string>(pointerTo, at),
  }));
}

/** Warns of settings that are allowed but probably a mistake. */
export function warnOfOversights(rule: Rule, issues: IssueList): void {
  warnOfNoiseSettings(rule, issues);
  warnOfEscalation(rule, issues);
  if (rule.actions.length === 0 && rule.mode === 'live') issues.warn('/actions', sentence('noAction'));
  const excluded = new Set(rule.scope?.exclude_drivers);
  rule.scope?.drivers?.forEach((driver, index) => {
    if (excluded.has(driver)) issues.warn(`/scope/drivers/${index}`, sentence('driverExcluded'));
  });
  rule.actions.forEach((action, index) => {
    if (action.type === 'escalate' || action.type === 'delete_trip') return;
    for (const { receiver, path } of receiversNamed(action))
      if (receiver.startsWith('http:'))
        issues.warn(path.reduce<string>(pointerTo, `/actions/${index}`), sentence('httpAlert'));
  });
}

/** Refuses quiet hours that never end, because the action would be held forever. */
export function refuseEndlessQuiet(actions: readonly RuleAction[], issues: IssueList): void {
  actions.forEach((action, index) => {
    const quiet = quietHoursOf(action);
    if (quiet && isAlwaysQuiet(quiet))
      issues.error(
        pointerTo(pointerTo('/actions', index), 'quiet_hours'),
        sentence('endlessQuiet', { from: quiet.from, to: quiet.to }),
      );
  });
}

/**
 * Refuses `becomes_true` in a rule that deletes trips. The rule would delete only the first trip of a run, and the others would
 * stay.
 */
export function refuseTriggeredDeletion(rule: Pick<Rule, 'trigger' | 'actions'>, issues: IssueList): void {
  if (rule.trigger === 'becomes_true' && rule.actions.some(({ type }) => type === 'delete_trip'))
    issues.error('/trigger', sentence('triggerDeletes'));
}

/**
 * Warns of a throttle that also withholds the alerts of suppressed rules. Also warns of a budget if no recipient would learn that
 * it is used up.
 */
function warnOfSilentStops(rule: Rule, issues: IssueList): void {
  const { throttle, suppresses, actions, owner } = rule;
  const others = suppresses?.filter((id) => id !== rule.id) ?? [];
  if (throttle && throttle.per !== 'trip' && parseDuration(throttle.every) > 0 && others.length > 0) {
    const named = others.map(quoted).join(', ');
    const stay = others.length === 1 ? sentence('oneStays') : sentence('manyStay');
    issues.warn(
      '/suppresses',
      sentence('silentThrottle', { every: throttle.every, per: throttle.per, named, stay }),
    );
  }
  const hearsOfBudget = actions.some(({ type }) => isPeopleChannel(type));
  if (
    rule.budget &&
    rule.severity !== 'critical' &&
    owner === undefined &&
    actions.length > 0 &&
    !hearsOfBudget
  )
    issues.warn('/budget', sentence('budgetUnheard'));
}

/** Warns of settings against noise that have no effect, or a larger effect than the author may expect. */
function warnOfNoiseSettings(rule: Rule, issues: IssueList): void {
  rule.suppresses?.forEach((id, index) => {
    const pointer = pointerTo('/suppresses', index);
    if (id === rule.id) issues.warn(pointer, sentence('suppressesItself'));
    else if (rule.suppresses?.indexOf(id) !== index) issues.warn(pointer, sentence('ruleListed'));
  });
  if (rule.throttle?.per === 'trip') issues.warn('/throttle/per', sentence('throttlePerTrip'));
  if (rule.throttle && parseDuration(rule.throttle.every) === 0)
    issues.warn('/throttle/every', sentence('throttleZero'));
  if (rule.severity === 'critical' && rule.budget) issues.warn('/budget', sentence('budgetCritical'));
  if (rule.owner !== undefined && !rule.budget) issues.warn('/owner', sentence('ownerWithoutBudget'));
  warnOfSilentStops(rule, issues);
  const deletion = rule.actions.findIndex(({ type }) => type === 'delete_trip');
  if (deletion >= 0 && (rule.throttle ?? rule.budget))
    issues.warn(`/actions/${deletion}`, sentence('deletionStopped'));
  rule.actions.forEach((action, index) => {
    if (rule.severity === 'critical' && quietHoursOf(action))
      issues.warn(`/actions/${index}/quiet_hours`, sentence('quietCritical'));
    if (rule.severity === 'critical' && action.batch)
      issues.warn(`/actions/${index}/batch`, sentence('batchCritical'));
  });
}

/** The escalation policies that rules may name, by id. */
export type Policies = ReadonlyMap<string, EscalationPolicy>;

/** Returns the ids of the policies that a rule names, with their pointers. */
export function policiesOf({ actions }: Pick<Rule, 'actions'>): readonly { id: string; pointer: string }[] {
  return actions.flatMap((action, index) =>
    action.type === 'escalate' ? [{ id: action.policy, pointer: `/actions/${index}/policy` }] : [],
  );
}

/** Returns an error for each unknown policy that a rule names. */
export function unknownPolicies(rule: Pick<Rule, 'actions'>, policies: Policies): readonly DocumentIssue[] {
  const names = [...policies.keys()];
  const suggestions = new Suggestions();
  return policiesOf(rule).flatMap(({ id, pointer }) => {
    if (policies.has(id)) return [];
    const hint = hintOf(suggestions, id, names);
    const said = sentence('noPolicy', { name: quoted(id), hint });
    return [issueAt(pointer, said, names)];
  });
}

/** Warns of a critical rule whose policy waits before the first step. */
export function slowPolicies(
  rule: Pick<Rule, 'actions' | 'severity'>,
  policies: Policies,
): readonly DocumentIssue[] {
  if (rule.severity !== 'critical') return [];
  return policiesOf(rule).flatMap(({ id, pointer }) => {
    const wait = parseDuration(policies.get(id)?.steps[0]?.after ?? '0s');
    if (wait === 0) return [];
    const said = sentence('slowPolicy', { name: quoted(id), wait: durationWords(wait) });
    return [issueAt(pointer, said)];
  });
}

/** Warns of a rule of severity info that pages people. */
function warnOfEscalation(rule: Rule, issues: IssueList): void {
  for (const { pointer } of policiesOf(rule))
    if (rule.severity === 'info') issues.warn(pointer, sentence('pagesForInfo'));
}
