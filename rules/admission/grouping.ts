import { isPeopleChannel, sameReceiver } from '../channels/index.ts';
import { receiversOf } from '../documents/index.ts';
import { compareSeverity } from '../evaluation/index.ts';
import type { PlannedDelivery, PublishedRule, RuleDecision, Severity } from '../evaluation/index.ts';

/** A message to someone, as far as grouping reads it. */
export interface Groupable {
  readonly rule: string;
  readonly severity: Severity;
  readonly action: string;
  readonly receiver: string;
}

/** What makes two messages go together: a channel, or a mailbox. Undefined for what always goes alone. */
export function groupKey(action: string, receiver: string): string | undefined {
  return isPeopleChannel(action) ? `${action} ${sameReceiver(action, receiver)}` : undefined;
}

/**
 * For each message the position of the one that carries it: itself when it goes alone, or carries others. The one of
 * highest severity carries, then the first. Webhooks, deletions and escalations always go alone.
 */
export function summaries(messages: readonly Groupable[]): readonly number[] {
  const best = new Map<string, number>();
  messages.forEach(({ action, receiver, severity }, index) => {
    const key = groupKey(action, receiver);
    if (key === undefined) return;
    const present = best.get(key);
    if (present === undefined || compareSeverity(severity, messages[present]!.severity) > 0)
      best.set(key, index);
  });
  return messages.map(({ action, receiver }, index) => best.get(groupKey(action, receiver) ?? '') ?? index);
}

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
 * rules and their actions. Deletions come last, after everyone was notified.
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
