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

/** Facts whose upper bound separates an invalid trip from an ordinary one, with the highest bound that still does. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ['trip.distance_km', 2],
  ['trip.duration_seconds', 300],
  ['trip.max_speed_kmph', 20],
  ['trip.path_points', 20],
  ['trip.speed_samples', 20],
]);
/** Facts by which the app marks single trips. The driver is none of them, because it does not show whether a trip is valid. */
const MARKS: ReadonlySet<string> = new Set(['trip.session_id', 'trip.tracking_id', 'trip.insurance_period']);

const UPPER: ReadonlySet<string> = new Set(['lessThan', 'lessThanInclusive', 'equal', 'in', 'between']);
const LOWER: ReadonlySet<string> = new Set(['greaterThan', 'greaterThanInclusive', 'notEqual', 'notIn']);
const CHOICE: ReadonlySet<string> = new Set(['equal', 'in', 'startsWith', 'containsText']);

/** Returns whether a comparison alone excludes ordinary trips. */
function isGuard({ fact, operator, value }: Comparison, negated: boolean): boolean {
  // The value of another fact has no known limit.
  if (typeof value === 'object' && !Array.isArray(value)) return false;
  const highest = SIZES.get(fact);
  if (highest === undefined) return MARKS.has(fact) && !negated && CHOICE.has(operator);
  const bounds = Array.isArray(value) ? value : [value];
  return (negated ? LOWER : UPPER).has(operator) && bounds.every((bound) => Number(bound) <= highest);
}

/** Returns whether the conditions hold only for trips that one of the guards accepts. */
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

/** Warns of a rule that would delete ordinary trips, because no condition limits the trip's size. */
export function lintDeletion(rule: Rule, shared: SharedConditions | undefined, issues: IssueList): void {
  warnOfUnasked(rule, issues);
  if (isGuarded(rule.conditions, shared, { negated: false, depth: 0 })) return;
  rule.actions.forEach((action, index) => {
    if (action.type === 'delete_trip')
      issues.warn(`/actions/${index}`, sentence('deletesOrdinary'), [...SIZES.keys(), ...MARKS]);
  });
}

/**
 * Warns of a rule that notifies people elsewhere but sends no approval request, because its deletion waits without their
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

/** A message about a deletion with its receiver. It is sent at once, unless quiet hours apply. */
interface DeletionAsk {
  /** People decide in Slack by buttons; other receivers are notified that the deletion waits, and how to decide. */
  readonly action: Channel;
  readonly receiver: string;
  /** The reason that this receiver was chosen; absent: the rule names the receiver itself. */
  readonly because?: RecipientReason;
  readonly releaseAt?: Date;
}

type DeleteAction = Extract<RuleAction, { type: 'delete_trip' }>;

/** The time and the resolver for a deletion's recipients. */
interface AskedAt {
  readonly at: Date;
  /** Resolves the recipients that an action names for the trip's driver; absent: they are used as they are named. */
  readonly recipients?: ResolveRecipients;
}

/**
 * Returns the receivers of a deletion's approval request, never the driver; without any, the deletion waits until a person
 * finds it. The first row that applies:
 *
 * | the rule has | receivers |
 * |---|---|
 * | Slack recipients in the action itself | these |
 * | a batched alert | none: each line of its summary has the request |
 * | Slack recipients of its alerts | these, after their quiet hours |
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

/** Returns the ways of sending a rule's approval request: those that the action names, or those of the rule's alerts. */
export function askedWays(rule: Rule, { ask }: DeleteAction): readonly NamesReceivers[] {
  return ask === undefined ? waysIn(rule) : [{ type: 'slack', channel: ask }];
}

/**
 * Returns whether the summary that contains an action's alert has the approval request, so that no other is sent. The request
 * of a rule that deletes automatically and had to stop does not wait for the summary.
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
 * Returns the actions whose recipients get single approval requests; none where some actions are batched, because recipients of
 * the summaries decide.
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
 * Publishing a rule that deletes trips requires the role `admin`. This protects only while no document of an editor decides
 * what such a rule does. It therefore uses no alerts of other rules, and no other rule may suppress it.
 */

/** The fact for the number of alerts of another rule, which any author may have written. */
const COUNTS_ALERTS = 'driver.rule_alerts';

const WHY = sentence('countsAlerts');

/** Returns the places where conditions use that fact, at the left of an operator or as its value. */
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

/** Refuses facts that count alerts in a rule that deletes trips, also in the shared conditions that it needs. */
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
 * Returns the conflicts between a rule and a fleet's others: one of the two deletes trips, and the other would suppress it.
 * @param others the published versions; one of the rule's own id is ignored
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
