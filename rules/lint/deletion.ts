import type {
  Comparison,
  Condition,
  IssueList,
  Rule,
  RuleAction,
  SharedConditions,
} from '../documents/index.ts';

/** Facts whose upper bound tells a trip that is none from an ordinary one, and the highest bound that still does. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ['trip.distance_km', 2],
  ['trip.duration_seconds', 300],
  ['trip.max_speed_kmph', 20],
  ['trip.path_points', 20],
  ['trip.speed_samples', 20],
]);
/** Facts that single trips out by what the app has written on them. Who drove says nothing of the trip. */
const MARKS: ReadonlySet<string> = new Set([
  ...['trip.session_id', 'trip.tracking_id', 'trip.insurance_period'],
]);

const UPPER: ReadonlySet<string> = new Set(['lessThan', 'lessThanInclusive', 'equal', 'in', 'between']);
const LOWER: ReadonlySet<string> = new Set(['greaterThan', 'greaterThanInclusive', 'notEqual', 'notIn']);
const CHOICE: ReadonlySet<string> = new Set(['equal', 'in', 'startsWith', 'containsText']);

/** Whether a comparison lets only trips through that are told from ordinary ones, whatever else is known of them. */
function isGuard({ fact, operator, value }: Comparison, negated: boolean): boolean {
  // Another fact is as large as it happens to be.
  if (typeof value === 'object' && !Array.isArray(value)) return false;
  const highest = SIZES.get(fact);
  if (highest === undefined) return MARKS.has(fact) && !negated && CHOICE.has(operator);
  const bounds = Array.isArray(value) ? value : [value];
  return (negated ? LOWER : UPPER).has(operator) && bounds.every((bound) => Number(bound) <= highest);
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

const LIMITS_IN_WORDS = 'at most 2 km, 300 seconds, a top speed of 20 km/h, or 20 points';

/** Warns of a rule that would delete ordinary trips, because nothing in it asks how small the trip is. */
export function lintDeletion(rule: Rule, shared: SharedConditions | undefined, issues: IssueList): void {
  warnOfUnasked(rule, issues);
  if (isGuarded(rule.conditions, shared, { negated: false, depth: 0 })) return;
  rule.actions.forEach((action, index) => {
    if (action.type === 'delete_trip')
      issues.warn(
        `/actions/${index}`,
        `ordinary trips could be deleted: no condition limits them to a number written here that is small (${LIMITS_IN_WORDS}), or to a mark of the trip itself`,
        [...SIZES.keys(), ...MARKS],
      );
  });
}

/** A rule that tells people elsewhere, and whose deletion waits for them unasked, is most likely not meant so. */
function warnOfUnasked(rule: Rule, issues: IssueList): void {
  const types = new Set(rule.actions.map(({ type }) => type));
  if (types.size < 2 || ['slack', 'email', 'webhook'].some((each) => types.has(each as RuleAction['type'])))
    return;
  rule.actions.forEach((action, index) => {
    if (action.type === 'delete_trip' && action.approval === 'required' && action.ask === undefined)
      issues.warn(
        `/actions/${index}`,
        'nobody is asked: a deletion asks in Slack or tells the rule’s e-mail and webhook receivers, and the rule names none; name a channel or person in "ask", or decide with the API',
      );
  });
}
