import { quietUntil } from '../admission/index.ts';
import type { ResolveRecipients } from '../admission/index.ts';
import { isChannel, receiversNamed } from '../channels/index.ts';
import type { Channel } from '../channels/index.ts';
import { reasonOf } from '../recipients/index.ts';
import type { NamesReceivers, PageReceiver, RecipientReason, ResolvedPage } from '../recipients/index.ts';
import { issueAt, neededBy, pointerTo, quietHoursOf, sentence } from '../documents/index.ts';
import type {
  Comparison,
  Condition,
  Conditions,
  DocumentIssue,
  IssueList,
  Rule,
  RuleAction,
  SharedConditions,
} from '../documents/index.ts';
import { quoted } from '../vocabulary/index.ts';
import { comparisonsOf } from './conditions/index.ts';

/** Facts about a trip's size, with the highest upper bound that still excludes ordinary trips. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ['trip.distance_km', 2],
  ['trip.duration_seconds', 300],
  ['trip.max_speed_kmph', 20],
  ['trip.path_points', 20],
  ['trip.speed_samples', 20],
]);
/**
 * Facts with which the app marks single trips. Facts about the driver are missing, because they do not show whether a trip is
 * valid.
 */
const MARKS: ReadonlySet<string> = new Set(['trip.session_id', 'trip.tracking_id', 'trip.insurance_period']);

const UPPER: ReadonlySet<string> = new Set(['lessThan', 'lessThanInclusive', 'equal', 'in', 'between']);
const LOWER: ReadonlySet<string> = new Set(['greaterThan', 'greaterThanInclusive', 'notEqual', 'notIn']);
const CHOICE: ReadonlySet<string> = new Set(['equal', 'in', 'startsWith', 'containsText']);

/** Returns whether a comparison alone ensures that no ordinary trip matches. */
function isGuard({ fact, operator, value }: Comparison, negated: boolean): boolean {
  // The value of another fact has no known limit.
  if (typeof value === 'object' && !Array.isArray(value)) return false;
  const highest = SIZES.get(fact);
  if (highest === undefined) return MARKS.has(fact) && !negated && CHOICE.has(operator);
  const bounds = Array.isArray(value) ? value : [value];
  return (negated ? LOWER : UPPER).has(operator) && bounds.every((bound) => Number(bound) <= highest);
}

/** Returns whether conditions can be true only for trips that a guard accepts (a comparison that excludes ordinary trips). */
function isGuarded(
  node: Condition,
  shared: SharedConditions | undefined,
  at: { readonly negated: boolean; readonly depth: number },
): boolean {
  if (at.depth > 40) return true;
  const inside = { ...at, depth: at.depth + 1 };
  const guarded = (child: Condition): boolean => isGuarded(child, shared, inside);
  if ('fact' in node) return isGuard(node, at.negated);
  if ('not' in node) return isGuarded(node.not, shared, { ...inside, negated: !at.negated });
  if ('condition' in node) {
    const behind = shared?.get(node.condition);
    return behind === undefined || guarded(behind);
  }
  const [children, isAll] = 'all' in node ? [node.all, true] : [node.any, false];
  return isAll === at.negated ? children.every(guarded) : children.some(guarded);
}

/** Warns of a rule that could delete ordinary trips, because no condition limits the trip's size. */
export function lintDeletion(rule: Rule, shared: SharedConditions | undefined, issues: IssueList): void {
  warnOfUnasked(rule, issues);
  if (isGuarded(rule.conditions, shared, { negated: false, depth: 0 })) return;
  rule.actions.forEach((action, index) => {
    if (action.type === 'delete_trip')
      issues.warn(`/actions/${index}`, sentence('deletesOrdinary'), [...SIZES.keys(), ...MARKS]);
  });
}

/**
 * Warns of a rule that notifies people but sends them no approval request, so that the deletion would wait without their
 * knowledge.
 */
function warnOfUnasked(rule: Rule, issues: IssueList): void {
  const types = new Set(rule.actions.map(({ type }) => type));
  if (types.size < 2 || [...types].some(isChannel)) return;
  rule.actions.forEach((action, index) => {
    if (action.type === 'delete_trip' && action.approval === 'required' && action.ask === undefined)
      issues.warn(`/actions/${index}`, sentence('askedNobody'));
  });
}

/** A message that requests approval of a deletion, with its receiver. It is sent at once, or after quiet hours. */
interface DeletionAsk {
  /** The channel. People decide with buttons in Slack. Other receivers are informed that the deletion waits and how to decide. */
  readonly action: Channel;
  readonly receiver: string;
  /** The reason why this receiver was chosen. Absent: the rule names the receiver itself. */
  readonly because?: RecipientReason;
  readonly releaseAt?: Date;
}

type DeleteAction = Extract<RuleAction, { type: 'delete_trip' }>;

/** The time of an approval request, and the function that resolves its recipients. */
interface AskedAt {
  readonly at: Date;
  /** Resolves the recipients that an action names for the trip's driver. Absent: recipients are used as named. */
  readonly recipients?: ResolveRecipients;
}

/**
 * Returns the receivers of a deletion's approval request. The driver is never among them. Without receivers, the deletion waits
 * until a person finds it. The first row that applies decides:
 *
 * | the rule has | receivers |
 * |---|---|
 * | Slack recipients in the deletion action itself | these recipients |
 * | a batched alert | none, because each line of its summary contains the request |
 * | Slack recipients of its alerts | these recipients, after their quiet hours |
 * | other recipients of its alerts | their addresses and webhooks, after their quiet hours |
 */
export function deletionAsks(
  rule: Rule,
  action: DeleteAction,
  { at, recipients = asNamed }: AskedAt,
): { readonly asks: readonly DeletionAsk[]; readonly unreachable: readonly string[] } {
  if (action.ask !== undefined) {
    const { receivers, unreachable } = recipients({ type: 'slack', channel: action.ask });
    return { asks: receivers.map(askOf), unreachable };
  }
  const asks = new Map<string, DeletionAsk>();
  const lost: string[] = [];
  for (const each of waysIn(rule)) {
    const quiet = rule.severity === 'critical' ? undefined : quietHoursOf(each);
    const releaseAt = quiet && quietUntil(quiet, at);
    const { receivers, unreachable } = recipients(each);
    lost.push(...unreachable);
    for (const way of receivers.filter(({ isCoaching }) => !isCoaching)) {
      const key = JSON.stringify([way.action, way.receiver]);
      if (!asks.has(key)) asks.set(key, { ...askOf(way), ...(releaseAt && { releaseAt }) });
    }
  }
  const all = [...asks.values()];
  const bySlack = all.filter((each) => each.action === 'slack');
  return { asks: bySlack.length > 0 ? bySlack : all, unreachable: lost };
}

/**
 * Returns the actions through which a rule's approval request is sent: the deletion's own recipients, or those of the rule's
 * alerts.
 */
export function askedWays(rule: Rule, { ask }: DeleteAction): readonly NamesReceivers[] {
  return ask === undefined ? waysIn(rule) : [{ type: 'slack', channel: ask }];
}

/**
 * Returns whether a summary with the action's alert contains the approval request, so that no separate request is sent. If a rule
 * that deletes automatically was stopped, its request is sent separately and does not wait for the summary.
 */
export function summaryAsks(rule: Rule, action: RuleAction | undefined): boolean {
  const deletion = rule.actions.find((each) => each.type === 'delete_trip');
  return (
    action?.batch !== undefined &&
    rule.severity !== 'critical' &&
    deletion !== undefined &&
    deletion.approval !== 'auto' &&
    deletion.ask === undefined
  );
}

/**
 * Returns the actions whose recipients get separate approval requests. Returns none if some actions are batched, because
 * recipients of the summaries then decide.
 */
function waysIn(rule: Rule) {
  if (rule.actions.some((action) => summaryAsks(rule, action))) return [];
  return rule.actions.flatMap((action) =>
    action.type === 'escalate' || action.type === 'delete_trip' ? [] : [action],
  );
}

function askOf(each: PageReceiver): DeletionAsk {
  const because = reasonOf(each);
  return { action: each.action, receiver: each.receiver, ...(because && { because }) };
}

function asNamed(action: NamesReceivers): ResolvedPage {
  const { type } = action;
  const receivers = receiversNamed(action).map(({ receiver }) => ({ action: type, receiver }));
  return { receivers, unreachable: [], notAllowed: [] };
}

/*
 * Publishing a rule that deletes trips requires the role `admin`. This protects only if no document that an editor can publish
 * affects such a rule. Therefore such a rule must not count alerts of other rules, and no other rule may suppress it.
 */

/** The fact with the number of alerts of another rule. Any author may have written that rule. */
const COUNTS_ALERTS = 'driver.rule_alerts';

const WHY = sentence('countsAlerts');

/** Returns the pointers at which conditions use the fact `driver.rule_alerts`, on either side of a comparison. */
function countsIn(condition: Conditions): readonly string[] {
  return comparisonsOf({ condition, pointer: '/conditions' }).flatMap(({ comparison, pointer }) => {
    const { fact, value } = comparison;
    const isRight = typeof value === 'object' && !Array.isArray(value) && value.fact === COUNTS_ALERTS;
    return [...(fact === COUNTS_ALERTS ? [pointer] : []), ...(isRight ? [pointerTo(pointer, 'value')] : [])];
  });
}

function deletes({ actions }: Pick<Rule, 'actions'>): boolean {
  return actions.some(({ type }) => type === 'delete_trip');
}

/** Refuses counts of alerts as facts in a rule that deletes trips. Shared conditions that the rule needs are checked, too. */
export function refuseCountedAlerts(
  rule: Rule,
  shared: SharedConditions | undefined,
  issues: IssueList,
): void {
  if (!deletes(rule)) return;
  for (const pointer of countsIn(rule.conditions)) issues.error(pointer, WHY);
  for (const id of neededBy(rule.conditions, (name) => shared?.get(name))) {
    const conditions = shared?.get(id);
    if (conditions && countsIn(conditions).length > 0)
      issues.error(
        '/conditions',
        sentence('sharedCountsAlerts', { name: quoted(id), fact: COUNTS_ALERTS, why: WHY }),
      );
  }
}

/**
 * Returns an error for each case in which a rule that deletes trips would be suppressed. The given rule may be either of the two.
 * @param others the published versions of all rules; a version of the given rule is ignored
 */
export function suppressedDeletions(
  rule: Pick<Rule, 'id' | 'actions' | 'suppresses'>,
  others: readonly Pick<Rule, 'id' | 'actions' | 'suppresses'>[],
): DocumentIssue[] {
  const beside = others.filter(({ id }) => id !== rule.id);
  const deleting = new Set(beside.filter(deletes).map(({ id }) => id));
  const suppressing = deletes(rule) ? beside.filter(({ suppresses }) => suppresses?.includes(rule.id)) : [];
  const action = rule.actions.findIndex(({ type }) => type === 'delete_trip');
  return [
    ...(rule.suppresses ?? []).flatMap((id, index) =>
      deleting.has(id)
        ? [issueAt(pointerTo('/suppresses', index), sentence('suppressesDeletion', { name: quoted(id) }))]
        : [],
    ),
    ...suppressing.map(({ id }) =>
      issueAt(
        pointerTo('/actions', action),
        sentence('deletionSuppressed', { name: quoted(id), same: quoted(id) }),
      ),
    ),
  ];
}
