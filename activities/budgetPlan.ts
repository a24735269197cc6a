import { quietHoursOf, receiversOf } from '../rules/actionSchema.ts';
import type { QuietHours } from '../rules/actionSchema.ts';
import type { PublishedRule } from '../rules/compile.ts';
import { quietUntil } from '../rules/quietHours.ts';
import type { Rule } from '../rules/schema.ts';
import { localDay } from '../rules/zonedTime.ts';
import { planBudgetMessage } from '../store/budgetMessages.ts';
import type { Tx } from '../store/database.ts';
import type { AdmittedTrip } from './recordAlerts.ts';
import { rowKey } from './settled.ts';

/** Somebody who is told about a budget. */
interface BudgetReceiver {
  readonly action: 'slack' | 'email';
  readonly receiver: string;
  readonly quiet?: QuietHours | undefined;
}

/**
 * Plans what a rule over its budget tells: at once that it is over, to its owner or else to its receivers, and at the end
 * of the fleet's local day a summary of what was kept back, to its receivers. Each once a day; quiet hours are kept.
 */
export async function planBudgetMessages(
  tx: Tx,
  { key, revision, at, fleetTimezone }: AdmittedTrip,
  { id: rule, version, rule: document }: PublishedRule,
): Promise<void> {
  const day = localDay(at, fleetTimezone);
  const receivers = receiversOfRule(document);
  const owner = ownerOf(document);
  const plan = (
    kind: 'budget_notice' | 'budget_summary',
    { action, receiver, quiet }: BudgetReceiver,
    when: Date,
  ) => {
    const awake = quiet && quietUntil(quiet, when);
    const releaseAt = awake ?? (when > at ? when : undefined);
    return planBudgetMessage(tx, {
      ...rowKey(key),
      ...{ kind, rule, version, date: day.date, action, receiver, revision, at },
      ...(releaseAt && { releaseAt }),
    });
  };
  for (const each of owner ? [owner] : receivers) await plan('budget_notice', each, at);
  const told = receivers.length > 0 || !owner ? receivers : [owner];
  for (const each of told) await plan('budget_summary', each, day.to);
}

function receiversOfRule(rule: Rule): BudgetReceiver[] {
  return rule.actions.flatMap((action) =>
    action.type === 'slack' || action.type === 'email'
      ? receiversOf(action).map((receiver) => ({
          action: action.type,
          receiver,
          quiet: quietHoursOf(action),
        }))
      : [],
  );
}

function ownerOf({ owner }: Rule): BudgetReceiver | undefined {
  if (owner === undefined) return undefined;
  return { action: owner.includes('@') ? 'email' : 'slack', receiver: owner };
}
