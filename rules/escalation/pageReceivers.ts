import type { PolicyReceiver, Rotation, RotationPerson } from '../documents/index.ts';
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

/** Whom a page tells, and what of it leads to nobody. */
export interface ResolvedPage {
  readonly receivers: readonly PageReceiver[];
  /** Each as the policy writes it, such as `rotation:night`. */
  readonly nobody: readonly string[];
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
    readonly onTurn?: Map<string, RotationPerson>;
  },
): ResolvedPage {
  const { at, rotations, onTurn = new Map<string, RotationPerson>() } = given;
  const personOf = (rotation: Rotation): RotationPerson => {
    const person = onTurn.get(rotation.id) ?? personOnShift(rotation, at);
    onTurn.set(rotation.id, person);
    return person;
  };
  const receivers = new Map<string, PageReceiver>();
  const nobody: string[] = [];
  const add = (each: PageReceiver | undefined, name: string): void => {
    if (!each) nobody.push(name);
    else if (!receivers.has(sameReceiver(each))) receivers.set(sameReceiver(each), each);
  };
  for (const way of notify)
    for (const name of way.type === 'slack' ? [way.channel] : way.type === 'email' ? way.to : [way.url])
      if (way.type === 'webhook' || !name.startsWith(ROTATION))
        add({ action: way.type, receiver: name }, name);
      else add(ofRotation(way.type, rotations.get(name.slice(ROTATION.length)), personOf), name);
  return { receivers: [...receivers.values()], nobody };
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
