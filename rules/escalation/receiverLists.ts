import { receiversNamed } from '../channels/index.ts';
import { pointerTo } from '../documents/index.ts';
import type { EscalationPolicy, PolicyReceiver, PolicyStep } from '../documents/index.ts';
import { rotationsNamed } from '../recipients/index.ts';

/** A receiver with its channel, as named in the document. */
export interface NamedReceiver {
  readonly action: PolicyReceiver['type'];
  /** A channel, a person's Slack id, an address, a URL, or a placeholder such as `rotation:ID`. */
  readonly receiver: string;
  readonly pointer: string;
}

/** A list of receivers in a policy, with its JSON pointer. */
export interface ReceiverList {
  readonly notify: readonly PolicyReceiver[];
  readonly pointer: string;
}

/** One chain of a policy with its JSON pointer: the usual chain, or the chain for late trips. */
export interface PolicyChain {
  readonly steps: readonly PolicyStep[];
  readonly repeat?: EscalationPolicy['repeat'];
  readonly pointer: string;
  readonly isLate: boolean;
}

/** Returns the chains of a policy: the usual chain, and the chain for late trips if there is one. */
export function chainsOf(policy: EscalationPolicy): readonly PolicyChain[] {
  const { steps, repeat, late } = policy;
  const usual: PolicyChain = { steps, ...(repeat && { repeat }), pointer: '', isLate: false };
  if (!late) return [usual];
  const { steps: lateSteps, repeat: lateRepeat } = late;
  return [
    usual,
    { steps: lateSteps, ...(lateRepeat && { repeat: lateRepeat }), pointer: '/late', isLate: true },
  ];
}

/** Returns all lists of receivers in a policy. */
export function receiverListsOf(policy: EscalationPolicy): readonly ReceiverList[] {
  const lists = chainsOf(policy).flatMap(({ steps, pointer }) =>
    steps.map(({ notify }, index) => ({ notify, pointer: `${pointer}/steps/${index}/notify` })),
  );
  const { unanswered } = policy;
  return unanswered ? [...lists, { notify: unanswered, pointer: '/unanswered' }] : lists;
}

/** Returns the receivers of a list one by one, each with its JSON pointer. */
export function namedReceivers({ notify, pointer }: ReceiverList): readonly NamedReceiver[] {
  return notify.flatMap((each, index): NamedReceiver[] => {
    const at = pointerTo(pointer, index);
    return receiversNamed(each).map(({ receiver, path }) => ({
      action: each.type,
      receiver,
      pointer: path.reduce<string>(pointerTo, at),
    }));
  });
}

/** Returns the ids of the rotations that a policy names, each once. */
export function rotationsOf(policy: EscalationPolicy): readonly string[] {
  return rotationsNamed(receiverListsOf(policy).flatMap(({ notify }) => notify));
}
