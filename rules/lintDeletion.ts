import type { Comparison, Condition } from './conditionSchema.ts';
import type { IssueList } from './issue.ts';
import type { Rule } from './ruleDocument.ts';
import type { SharedConditions } from './sharedCondition.ts';

/** Facts whose upper bound tells a trip that is none from an ordinary one. */
const SIZES: ReadonlySet<string> = new Set([
  'trip.distance_km',
  'trip.duration_seconds',
  'trip.max_speed_kmph',
  'trip.path_points',
  'trip.speed_samples',
]);
/** Facts that single trips out by what the app or the fleet itself has written. */
const MARKS: ReadonlySet<string> = new Set([
  ...['trip.session_id', 'trip.tracking_id', 'trip.insurance_period', 'driver.id', 'driver.attributes'],
]);

const UPPER: ReadonlySet<string> = new Set(['lessThan', 'lessThanInclusive', 'equal', 'in', 'between']);
const LOWER: ReadonlySet<string> = new Set(['greaterThan', 'greaterThanInclusive', 'notEqual', 'notIn']);
const CHOICE: ReadonlySet<string> = new Set(['equal', 'in', 'startsWith', 'containsText', 'contains']);

function isGuard({ fact, operator }: Comparison, negated: boolean): boolean {
  if (SIZES.has(fact)) return (negated ? LOWER : UPPER).has(operator);
  return MARKS.has(fact) && !negated && CHOICE.has(operator);
}

/** Whether the conditions hold only for trips that one of the guards lets through. */
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

/** Warns of a rule that would delete ordinary trips, because nothing in it asks how small the trip is. */
export function lintDeletion(rule: Rule, shared: SharedConditions | undefined, issues: IssueList): void {
  warnOfUnasked(rule, issues);
  if (isGuarded(rule.conditions, shared, { negated: false, depth: 0 })) return;
  rule.actions.forEach((action, index) => {
    if (action.type === 'delete_trip')
      issues.warn(
        `/actions/${index}`,
        `ordinary trips could be deleted: no condition asks for a short distance or duration, a low top speed or few points`,
        [...SIZES],
      );
  });
}

/** A rule that tells people elsewhere, and whose deletion waits for them unasked, is most likely not meant so. */
function warnOfUnasked(rule: Rule, issues: IssueList): void {
  const types = new Set(rule.actions.map(({ type }) => type));
  if (types.has('slack') || types.size < 2) return;
  rule.actions.forEach((action, index) => {
    if (action.type === 'delete_trip' && action.approval === 'required' && action.ask === undefined)
      issues.warn(
        `/actions/${index}`,
        'nobody is asked: a deletion asks in Slack, and the rule names no channel; name a channel or person in "ask", or decide with the API',
      );
  });
}
