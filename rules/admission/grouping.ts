import { isPeopleChannel, sameReceiver } from '../channels/index.ts';
import { receiversOf } from '../documents/index.ts';
import { compareSeverity } from '../evaluation/index.ts';
import type { PlannedDelivery, PublishedRule, RuleDecision, Severity } from '../evaluation/index.ts';

/** The fields of a message that decide its grouping. */
export interface Groupable {
  readonly rule: string;
  readonly severity: Severity;
  readonly action: string;
  readonly receiver: string;
}

/**
 * Returns the key by which messages are grouped: a channel or a mailbox. Returns `undefined` for messages that are never grouped.
 */
export function groupKey(action: string, receiver: string): string | undefined {
  return isPeopleChannel(action) ? `${action} ${sameReceiver(action, receiver)}` : undefined;
}

/**
 * Returns, for each message, the index of the message that contains it (its own index if it is not grouped). The message of
 * highest severity contains the others; if several have it, the first does. Webhooks, deletions and escalations are never
 * grouped.
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

/** Returns all deliveries of one rule, one per receiver, in the order of its actions. */
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
 * Returns the deliveries of all live rules that matched, one per receiver, in the order of the rules and their actions. Deletions
 * come last, after all recipients were notified.
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
