import { quietHoursOf } from './actionSchema.ts';
import type { RuleAction } from './actionSchema.ts';
import { quietUntil } from './quietHours.ts';
import type { Rule } from './ruleDocument.ts';

/** Whom a rule's deletion asks, and when: a Slack channel or person, at once unless its quiet hours hold. */
export interface DeletionAsk {
  readonly receiver: string;
  readonly releaseAt?: Date;
}

type DeleteAction = Extract<RuleAction, { type: 'delete_trip' }>;

/**
 * The Slack channels that a deletion asks: the one its action names, else those the rule's alerts go to, whose quiet
 * hours count. None: it waits for a person who looks.
 */
export function deletionAsks(rule: Rule, action: DeleteAction, at: Date): readonly DeletionAsk[] {
  if (action.ask !== undefined) return [{ receiver: action.ask }];
  const asks = new Map<string, DeletionAsk>();
  for (const each of rule.actions) {
    if (each.type !== 'slack' || asks.has(each.channel)) continue;
    const quiet = rule.severity === 'critical' ? undefined : quietHoursOf(each);
    const releaseAt = quiet && quietUntil(quiet, at);
    asks.set(each.channel, { receiver: each.channel, ...(releaseAt && { releaseAt }) });
  }
  return [...asks.values()];
}
