import { neededBy, pointerTo } from '../documents/index.ts';
import type { Conditions, DocumentIssue, IssueList, Rule, SharedConditions } from '../documents/index.ts';
import { comparisonsOf } from './conditionWalk.ts';
import { quoted } from '../vocabulary/index.ts';

/*
 * Who publishes a rule that deletes trips needs the role `admin`. That is worth something only while nothing else that an
 * editor writes decides what such a rule does: it counts no alerts of other rules, and no other rule suppresses it.
 */

/** A fact that counts what another rule, of any author, made of earlier trips. */
const COUNTS_ALERTS = 'driver.rule_alerts';

const WHY =
  'a rule that deletes trips counts no alerts, since what other rules match is what editors can change';

/** Where conditions ask for that fact, at the left of an operator or as its value. */
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

/** Refuses, in a rule that deletes trips, facts that count alerts, also in the shared conditions on which it hangs. */
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
      issues.error('/conditions', `the shared condition ${quoted(id)} asks for ${COUNTS_ALERTS}: ${WHY}`);
  }
}

/**
 * Why a rule may not count beside a fleet's others: one of the two deletes trips, and the other would suppress it.
 * @param others the published versions; one of the rule's own id is left out
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
        ? [
            {
              pointer: pointerTo('/suppresses', index),
              message: `the rule ${quoted(id)} deletes trips: whether it does is for itself alone to say, so no other rule suppresses it`,
            },
          ]
        : [],
    ),
    ...suppressing.map(({ id }) => ({
      pointer: pointerTo('/actions', action),
      message: `the rule ${quoted(id)} suppresses this one: whether trips are deleted is for this rule alone to say, so take it out of "suppresses" there first`,
    })),
  ];
}
