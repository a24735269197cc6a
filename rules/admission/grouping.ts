import type { Severity } from '../evaluation/index.ts';
import { compareSeverity } from './severityOrder.ts';

/** A message to somebody, as far as grouping looks at it. */
export interface Groupable {
  readonly rule: string;
  readonly severity: Severity;
  readonly action: string;
  readonly receiver: string;
}

/** What makes two messages go together: a channel, or a mailbox. Undefined for what always goes alone. */
export function groupKey(action: string, receiver: string): string | undefined {
  if (action === 'slack') return `slack ${receiver}`;
  return action === 'email' ? `email ${receiver.toLowerCase()}` : undefined;
}

/**
 * For each message the position of the one that carries it: itself when it goes alone, or carries others. The one of
 * highest severity carries, then the first. Webhooks, deletions and escalations always go alone.
 */
export function carriers(messages: readonly Groupable[]): readonly number[] {
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
