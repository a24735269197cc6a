import { isChannel } from '../channels/index.ts';
import { receiversOf } from '../documents/index.ts';
import type { Rule, RuleAction } from '../documents/index.ts';
import type { PlannedDelivery } from '../evaluation/index.ts';
import { reasonOf, receiverKey } from '../recipients/index.ts';
import type { NamesReceivers, RecipientReason, ResolvedPage } from '../recipients/index.ts';

/** Resolves the recipients that an action names, for one driver at one instant. */
export type ResolveRecipients = (action: NamesReceivers) => ResolvedPage;

/** One action for one receiver, after recipient names were resolved. */
export interface ResolvedDelivery extends Pick<PlannedDelivery, 'action' | 'actionIndex' | 'receiver'> {
  readonly because?: RecipientReason;
  readonly isCoaching?: true;
  /**
   * The reason why nothing is sent. `no_recipient`: the name in `receiver` resolves to no receiver. `coaching_off`: e-mails to
   * drivers are not allowed.
   */
  readonly unsent?: 'no_recipient' | 'coaching_off';
}

/**
 * Returns the deliveries of a rule, one per receiver, in the order of its actions. A receiver that is named repeatedly gets one
 * delivery.
 */
export function resolvedDeliveries(
  rule: Pick<Rule, 'actions'>,
  recipients: ResolveRecipients | undefined,
): readonly ResolvedDelivery[] {
  const found = new Map<string, ResolvedDelivery>();
  rule.actions.forEach((action, actionIndex) => {
    for (const each of ofAction(action, actionIndex, recipients)) {
      const { action: way, receiver } = each;
      const key = isChannel(way) ? receiverKey({ action: way, receiver }) : `${way} ${receiver}`;
      if (!found.has(key)) found.set(key, each);
    }
  });
  return [...found.values()];
}

function ofAction(
  action: RuleAction,
  actionIndex: number,
  recipients: ResolveRecipients | undefined,
): readonly ResolvedDelivery[] {
  const { type } = action;
  if (!recipients || action.type === 'escalate' || action.type === 'delete_trip')
    return receiversOf(action).map((receiver) => ({ action: type, receiver, actionIndex }));
  const { receivers, unreachable, notAllowed } = recipients(action);
  return [
    ...receivers.map((each) => {
      const because = reasonOf(each);
      return {
        action: each.action,
        receiver: each.receiver,
        actionIndex,
        ...(because && { because }),
        ...(each.isCoaching && { isCoaching: true as const }),
      };
    }),
    ...unreachable.map((receiver) => ({
      action: type,
      receiver,
      actionIndex,
      unsent: 'no_recipient' as const,
    })),
    ...notAllowed.map((receiver) => ({
      action: type,
      receiver,
      actionIndex,
      unsent: 'coaching_off' as const,
    })),
  ];
}
