import { pointerTo } from '../documents/index.ts';
import type { EscalationPolicy, PolicyReceiver, PolicyStep } from '../documents/index.ts';
import { rotationsNamed } from './pageReceivers.ts';

const ROTATION = 'rotation:';

/** One way in which one receiver is told, as the document names it. */
export interface NamedReceiver {
  readonly action: PolicyReceiver['type'];
  /** A channel, a person’s Slack id, an address, a URL, or `rotation:ID`. */
  readonly receiver: string;
  readonly pointer: string;
}

/** A list of receivers of a policy, with where it stands. */
export interface ReceiverList {
  readonly notify: readonly PolicyReceiver[];
  readonly pointer: string;
}

/** One chain of a policy with where it stands: the usual one, or the one for late trips. */
export interface PolicyChain {
  readonly steps: readonly PolicyStep[];
  readonly repeat?: EscalationPolicy['repeat'];
  readonly pointer: string;
  readonly isLate: boolean;
}

/** The chains of a policy. */
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

/** Every list of receivers of a policy. */
export function receiverListsOf(policy: EscalationPolicy): readonly ReceiverList[] {
  const lists = chainsOf(policy).flatMap(({ steps, pointer }) =>
    steps.map(({ notify }, index) => ({ notify, pointer: `${pointer}/steps/${index}/notify` })),
  );
  const { unanswered } = policy;
  return unanswered ? [...lists, { notify: unanswered, pointer: '/unanswered' }] : lists;
}

/** Each receiver of a list by itself. */
export function namedReceivers({ notify, pointer }: ReceiverList): readonly NamedReceiver[] {
  return notify.flatMap((each, index): NamedReceiver[] => {
    const at = pointerTo(pointer, index);
    if (each.type === 'slack')
      return [{ action: 'slack', receiver: each.channel, pointer: pointerTo(at, 'channel') }];
    if (each.type === 'webhook')
      return [{ action: 'webhook', receiver: each.url, pointer: pointerTo(at, 'url') }];
    return each.to.map((receiver, position) => ({
      action: 'email',
      receiver,
      pointer: pointerTo(pointerTo(at, 'to'), position),
    }));
  });
}

/** What a receiver is compared by: a mailbox’s domain has no capitals, and hardly any mailbox tells them apart. */
export function receiverKey({ action, receiver }: NamedReceiver): string {
  return `${action} ${action === 'email' ? receiver.toLowerCase() : receiver}`;
}

/** The id of the rotation that a receiver stands for; undefined when it is somebody by name. */
export function rotationOf(receiver: string): string | undefined {
  return receiver.startsWith(ROTATION) ? receiver.slice(ROTATION.length) : undefined;
}

/** Ids of the rotations that a policy names, each once. */
export function rotationsOf(policy: EscalationPolicy): readonly string[] {
  return rotationsNamed(receiverListsOf(policy).flatMap(({ notify }) => notify));
}
