import { quietHoursOf } from '../documents/index.ts';
import type { QuietHours, Rule } from '../documents/index.ts';
import { channelNamedBy, isPeopleChannel } from '../channels/index.ts';
import type { PeopleChannel } from '../channels/index.ts';
import type { RecipientReason } from '../recipients/index.ts';
import { quietUntil } from './quietHours.ts';
import { resolvedDeliveries } from './resolved.ts';
import type { ResolveRecipients } from './resolved.ts';
import type { LocalDay } from '../time/index.ts';

/**
 * A message about a rule's budget. `budget_notice` says that the budget is used up; `budget_summary` lists the alerts over
 * budget.
 */
export interface BudgetMessage {
  readonly kind: 'budget_notice' | 'budget_summary';
  readonly action: PeopleChannel;
  readonly receiver: string;
  /** The time of sending: at once, at the end of the day, or at the end of the receiver's quiet hours. */
  readonly at: Date;
  /** The reason why the message goes to this receiver. Absent: the rule names the receiver itself. */
  readonly because?: RecipientReason;
}

interface BudgetReceiver {
  readonly action: PeopleChannel;
  readonly receiver: string;
  readonly quiet?: QuietHours | undefined;
  readonly because?: RecipientReason;
}

/**
 * Returns the messages of a rule that exceeds its budget. A notice is sent at once to the owner, or to the receivers if there is
 * no owner. A summary of the alerts over budget is sent at the end of the fleet's local day, to the receivers or else to the
 * owner.
 *
 * Both wait for the end of quiet hours. Recipient routes resolve to their default, because the messages are about many drivers.
 * @param given.recipients resolves the receivers that an action names, without a driver; absent: receivers are used as named
 */
export function budgetMessagesOf(
  rule: Rule,
  given: { readonly at: Date; readonly day: LocalDay; readonly recipients?: ResolveRecipients },
): BudgetMessage[] {
  const { at, day } = given;
  const receivers = receiversOfRule(rule, given.recipients);
  const owner = ownerOf(rule);
  const message =
    (kind: BudgetMessage['kind'], when: Date) =>
    ({ action, receiver, quiet, because }: BudgetReceiver): BudgetMessage => ({
      kind,
      action,
      receiver,
      ...(because && { because }),
      at: (quiet && quietUntil(quiet, when)) ?? when,
    });
  const summed = receivers.length > 0 || !owner ? receivers : [owner];
  return [
    ...(owner ? [owner] : receivers).map(message('budget_notice', at)),
    ...summed.map(message('budget_summary', day.to)),
  ];
}

function receiversOfRule(rule: Rule, recipients: ResolveRecipients | undefined): BudgetReceiver[] {
  return resolvedDeliveries(rule, recipients).flatMap(
    ({ action, receiver, actionIndex, because, unsent }) => {
      if (!isPeopleChannel(action) || unsent) return [];
      const quiet = quietHoursOf(rule.actions[actionIndex]);
      return [{ action, receiver, quiet, ...(because && { because }) }];
    },
  );
}

function ownerOf({ owner }: Rule): BudgetReceiver | undefined {
  if (owner === undefined) return undefined;
  return { action: channelNamedBy(owner), receiver: owner };
}
