import { isPersonChannel, receiversNamed } from '../channels/index.ts';
import type { Channel, PersonChannel } from '../channels/index.ts';
import type { PolicyReceiver, Route, RouteEntry, RuleAction } from '../documents/index.ts';

/** An action of a rule or a step of a policy that sends messages through a channel. */
export type NamesReceivers = PolicyReceiver | Extract<RuleAction, { readonly type: Channel }>;

/** The kind of a recipient text. `recipient`: the text is an address itself. Other kinds are names that must be resolved. */
export type NamedAs =
  | { readonly kind: 'recipient' }
  | { readonly kind: 'rotation' | 'route'; readonly id: string }
  | { readonly kind: 'driver'; readonly who: 'manager' | 'email' };

const ROTATION = 'rotation:';
const ROUTE = 'route:';

/** Classifies a recipient text of a channel. Channels that systems read allow only addresses. */
export function namedOf(channel: string, receiver: string): NamedAs {
  if (!isPersonChannel(channel)) return { kind: 'recipient' };
  if (receiver.startsWith(ROTATION)) return { kind: 'rotation', id: receiver.slice(ROTATION.length) };
  if (receiver.startsWith(ROUTE)) return { kind: 'route', id: receiver.slice(ROUTE.length) };
  if (receiver === 'driver:manager') return { kind: 'driver', who: 'manager' };
  if (receiver === 'driver:email') return { kind: 'driver', who: 'email' };
  return { kind: 'recipient' };
}

/** Returns the id of the rotation that a receiver names, or `undefined` if it names none. */
export function rotationOf(receiver: string): string | undefined {
  return receiver.startsWith(ROTATION) ? receiver.slice(ROTATION.length) : undefined;
}

/** Returns the id of the recipient route that a receiver names, or `undefined` if it names none. */
export function routeOf(receiver: string): string | undefined {
  return receiver.startsWith(ROUTE) ? receiver.slice(ROUTE.length) : undefined;
}

/** Returns the ids of the rotations that receivers name directly, not through a route. */
export function rotationsNamed(notify: readonly NamesReceivers[]): readonly string[] {
  return idsNamed(notify, rotationOf);
}

/** Returns the ids of the recipient routes that receivers name. */
export function routesNamed(notify: readonly NamesReceivers[]): readonly string[] {
  return idsNamed(notify, routeOf);
}

function idsNamed(
  notify: readonly NamesReceivers[],
  idOf: (receiver: string) => string | undefined,
): readonly string[] {
  const names = notify.filter(({ type }) => isPersonChannel(type)).flatMap(receiversNamed);
  return [...new Set(names.flatMap(({ receiver }) => idOf(receiver) ?? []))];
}

/** Returns the recipients in a route's entry by channel, as written in the document. */
export function channelsOfEntry(
  entry: RouteEntry | undefined,
): readonly { readonly channel: PersonChannel; readonly names: readonly string[] }[] {
  return Object.entries(entry ?? {}).map(([channel, value]) => ({
    channel: channel as PersonChannel,
    names: typeof value === 'string' ? [value] : value,
  }));
}

/** Returns all recipients in a route, with their paths in the document. */
export function documentNames(route: Route): readonly {
  readonly channel: PersonChannel;
  readonly receiver: string;
  readonly path: readonly (string | number)[];
}[] {
  const entries: readonly (readonly [readonly string[], RouteEntry | undefined])[] = [
    ...Object.entries(route.entries).map(([key, entry]) => [['entries', key], entry] as const),
    [['default'], route.default],
  ];
  return entries.flatMap(([at, entry]) =>
    Object.entries(entry ?? {}).flatMap(([channel, value]) =>
      typeof value === 'string'
        ? [{ channel: channel as PersonChannel, receiver: value, path: [...at, channel] }]
        : value.map((receiver, index) => ({
            channel: channel as PersonChannel,
            receiver,
            path: [...at, channel, index],
          })),
    ),
  );
}
