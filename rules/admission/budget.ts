import { quietHoursOf, receiversOf } from '../documents/index.ts';
import type { QuietHours, Rule } from '../documents/index.ts';
import { channelNamedBy, isPeopleChannel } from '../channels/index.ts';
import type { PeopleChannel } from '../channels/index.ts';
import { quietUntil } from './quietHours.ts';
import type { LocalDay } from '../time/index.ts';

/** A message about a rule's budget: `budget_notice` says that it is used up, `budget_summary` what was stored back. */
export interface BudgetMessage {
  readonly kind: 'budget_notice' | 'budget_summary';
  readonly action: PeopleChannel;
  readonly receiver: string;
  /** When it goes: at once, at the day's end, or at the end of the receiver's quiet hours. */
  readonly at: Date;
}

interface BudgetReceiver {
  readonly action: PeopleChannel;
  readonly receiver: string;
  readonly quiet?: QuietHours | undefined;
}

/**
 * What a rule that is over its budget sends on that day: at once that it is over, to its owner or else to its receivers, and
 * at the end of the fleet's local day a summary of what was stored back, to its receivers. Quiet hours are stored.
 */
export function budgetMessagesOf(
  rule: Rule,
  { at, day }: { readonly at: Date; readonly day: LocalDay },
): BudgetMessage[] {
  const receivers = receiversOfRule(rule);
  const owner = ownerOf(rule);
  const message =
    (kind: BudgetMessage['kind'], when: Date) =>
    ({ action, receiver, quiet }: BudgetReceiver): BudgetMessage => ({
      ...{ kind, action, receiver },
      at: (quiet && quietUntil(quiet, when)) ?? when,
    });
  const summed = receivers.length > 0 || !owner ? receivers : [owner];
  return [
    ...(owner ? [owner] : receivers).map(message('budget_notice', at)),
    ...summed.map(message('budget_summary', day.to)),
  ];
}

function receiversOfRule(rule: Rule): BudgetReceiver[] {
  return rule.actions.flatMap((action) => {
    const { type } = action;
    if (!isPeopleChannel(type)) return [];
    return receiversOf(action).map((receiver) => ({ action: type, receiver, quiet: quietHoursOf(action) }));
  });
}

function ownerOf({ owner }: Rule): BudgetReceiver | undefined {
  if (owner === undefined) return undefined;
  return { action: channelNamedBy(owner), receiver: owner };
}
