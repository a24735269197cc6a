import { quietHoursOf } from '../documents/index.ts';
import type { Rule, RuleAction } from '../documents/index.ts';
import { quietUntil } from '../admission/index.ts';

/** Whom a rule's deletion asks or tells, and when: at once, unless quiet hours hold. */
export interface DeletionAsk {
  /** In Slack people decide by buttons; the others are told that it waits, and how to decide. */
  readonly action: 'slack' | 'email' | 'webhook';
  readonly receiver: string;
  readonly releaseAt?: Date;
}

type DeleteAction = Extract<RuleAction, { type: 'delete_trip' }>;

/**
 * Whom a deletion asks: in Slack where its action says, else where the rule's alerts go, whose quiet hours count. Where
 * none of them goes to Slack, the addresses and webhooks that they go to are told. None: it waits for a person who looks.
 */
export function deletionAsks(rule: Rule, action: DeleteAction, at: Date): readonly DeletionAsk[] {
  if (action.ask !== undefined) return [{ action: 'slack', receiver: action.ask }];
  const asks = new Map<string, DeletionAsk>();
  for (const each of rule.actions) {
    const quiet = rule.severity === 'critical' ? undefined : quietHoursOf(each);
    const releaseAt = quiet && quietUntil(quiet, at);
    for (const way of waysOf(each)) {
      const key = JSON.stringify([way.action, way.receiver]);
      if (!asks.has(key)) asks.set(key, { ...way, ...(releaseAt && { releaseAt }) });
    }
  }
  const all = [...asks.values()];
  const bySlack = all.filter((each) => each.action === 'slack');
  return bySlack.length > 0 ? bySlack : all;
}

function waysOf(action: RuleAction): readonly Pick<DeletionAsk, 'action' | 'receiver'>[] {
  switch (action.type) {
    case 'slack':
      return [{ action: 'slack', receiver: action.channel }];
    case 'email':
      return action.to.map((receiver) => ({ action: 'email', receiver }));
    case 'webhook':
      return [{ action: 'webhook', receiver: action.url }];
    case 'escalate':
    case 'delete_trip':
      return [];
  }
}
