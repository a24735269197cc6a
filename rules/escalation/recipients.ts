import { pointerTo } from '../documents/index.ts';
import type {
  EscalationPolicy,
  PolicyReceiver,
  PolicyStep,
  Rotation,
  RotationPerson,
} from '../documents/index.ts';
import { personOnShift } from './onCall.ts';

/** One message of a page: how, and to whom. */
export interface PageReceiver {
  readonly action: 'slack' | 'email' | 'webhook';
  /** Channel, address or URL. */
  readonly receiver: string;
  /** Where a rotation named them: whose turn it is, and the rotation's id. */
  readonly person?: string;
  readonly rotation?: string;
}

/** Whom a page tells, and what of it reaches nobody. */
export interface ResolvedPage {
  readonly receivers: readonly PageReceiver[];
  /** Each as the policy writes it, such as `rotation:night`. */
  readonly unreachable: readonly string[];
}

const ROTATION = 'rotation:';

/** The ids of the rotations that receivers name. */
export function rotationsNamed(notify: readonly PolicyReceiver[]): readonly string[] {
  const names = notify.flatMap((each) =>
    each.type === 'slack' ? [each.channel] : each.type === 'email' ? each.to : [],
  );
  return [
    ...new Set(names.filter((name) => name.startsWith(ROTATION)).map((name) => name.slice(ROTATION.length))),
  ];
}

/**
 * Whom a page tells at an instant, each once. A person of a rotation who cannot be told in the way that the policy wants is
 * told in the other one: that somebody hears of it counts for more.
 * @param rotations the published ones by id
 * @param onTurn whose turn it is at that instant, by rotation: asked once where many pages are resolved for it
 */
export function resolvePage(
  notify: readonly PolicyReceiver[],
  given: {
    readonly at: Date;
    readonly rotations: ReadonlyMap<string, Rotation>;
    readonly onCall?: Map<string, RotationPerson>;
  },
): ResolvedPage {
  const { at, rotations, onCall = new Map<string, RotationPerson>() } = given;
  const personOf = (rotation: Rotation): RotationPerson => {
    const person = onCall.get(rotation.id) ?? personOnShift(rotation, at);
    onCall.set(rotation.id, person);
    return person;
  };
  const receivers = new Map<string, PageReceiver>();
  const unreachable: string[] = [];
  const add = (each: PageReceiver | undefined, name: string): void => {
    if (!each) unreachable.push(name);
    else if (!receivers.has(sameReceiver(each))) receivers.set(sameReceiver(each), each);
  };
  for (const way of notify)
    for (const name of way.type === 'slack' ? [way.channel] : way.type === 'email' ? way.to : [way.url])
      if (way.type === 'webhook' || !name.startsWith(ROTATION))
        add({ action: way.type, receiver: name }, name);
      else add(ofRotation(way.type, rotations.get(name.slice(ROTATION.length)), personOf), name);
  return { receivers: [...receivers.values()], unreachable };
}

function ofRotation(
  way: 'slack' | 'email',
  rotation: Rotation | undefined,
  personOf: (rotation: Rotation) => RotationPerson,
): PageReceiver | undefined {
  if (!rotation) return undefined;
  const { name: person, email, slack } = personOf(rotation);
  const ways: readonly (readonly [PageReceiver['action'], string | undefined])[] = [
    ['slack', slack],
    ['email', email],
  ];
  const [action, receiver] = ways.find(([each, to]) => each === way && to) ?? ways.find(([, to]) => to) ?? [];
  return action && receiver ? { action, receiver, person, rotation: rotation.id } : undefined;
}

function sameReceiver({ action, receiver }: PageReceiver): string {
  return `${action} ${action === 'email' ? receiver.toLowerCase() : receiver}`;
}

/** One way in which one receiver is notified, as the document names it. */
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
