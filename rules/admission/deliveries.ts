import { receiversOf } from '../documents/index.ts';
import type { PlannedDelivery, PublishedRule, RuleDecision } from '../evaluation/index.ts';

/** Every delivery of one rule, one a receiver, in the order of its actions. */
export function deliveriesOf({ id, version, rule }: PublishedRule): readonly PlannedDelivery[] {
  return rule.actions.flatMap((action, actionIndex) =>
    receiversOf(action).map((receiver) => ({
      rule: id,
      version,
      action: action.type,
      receiver,
      actionIndex,
    })),
  );
}

/**
 * The deliveries a decision calls for: those of every live rule that matched, one for each receiver, in the order of the
 * rules and their actions. Deletions come last, when everyone has been told what there was.
 */
export function planDeliveries(
  rules: readonly PublishedRule[],
  decisions: readonly RuleDecision[],
): PlannedDelivery[] {
  const fired = new Set(
    decisions
      .filter((decision) => decision.outcome === 'matched' && decision.mode === 'live')
      .map((decision) => `${decision.rule} ${decision.version}`),
  );
  const planned = new Map<string, PlannedDelivery>();
  for (const published of rules.filter(({ id, version }) => fired.has(`${id} ${version}`)))
    for (const delivery of deliveriesOf(published))
      planned.set(JSON.stringify([delivery.rule, delivery.action, delivery.receiver]), delivery);
  const all = [...planned.values()];
  return [
    ...all.filter(({ action }) => action !== 'delete_trip'),
    ...all.filter(({ action }) => action === 'delete_trip'),
  ];
}
