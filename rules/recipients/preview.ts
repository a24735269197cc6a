import { PERSON_CHANNELS } from '../channels/index.ts';
import type { PersonChannel } from '../channels/index.ts';
import type { Route, RouteEntry } from '../documents/index.ts';
import type { NamesReceivers } from './names.ts';
import { resolvePage } from './resolve.ts';
import type { PageReceiver, RecipientGiven } from './resolve.ts';

/** The receivers of a route in one channel. */
export interface PreviewedRoute {
  /** Key of the route's entry. Absent: the default entry, or the entries that apply to the given driver. */
  readonly entry?: string;
  readonly channel: PersonChannel;
  readonly receivers: readonly PageReceiver[];
  readonly unreachable: readonly string[];
}

/**
 * Previews the receivers of a route with the function that real messages use. For a driver, returns them by channel; otherwise by
 * entry and channel.
 */
export function previewRoute(route: Route, given: RecipientGiven): readonly PreviewedRoute[] {
  const routes = new Map([[route.id, route]]);
  if (given.driver) return PERSON_CHANNELS.map((channel) => resolved(channel, route, { ...given, routes }));
  const entries: readonly (readonly [string | undefined, RouteEntry | undefined])[] = [
    ...Object.entries(route.entries),
    [undefined, route.default],
  ];
  return entries.flatMap(([entry, channels]) =>
    PERSON_CHANNELS.filter((channel) => channels?.[channel] !== undefined).map((channel) => {
      // Each entry is resolved separately, as the default of a route without other entries.
      const alone = { ...route, entries: {}, default: channels! };
      const { receivers, unreachable } = resolved(channel, route, {
        ...given,
        routes: new Map([[route.id, alone]]),
      });
      return {
        ...(entry !== undefined && { entry }),
        channel,
        unreachable,
        receivers: receivers.map(({ because: _alone, ...each }) => each),
      };
    }),
  );
}

function resolved(channel: PersonChannel, { id }: Route, given: RecipientGiven): PreviewedRoute {
  const name = `route:${id}`;
  const way: NamesReceivers =
    channel === 'slack' ? { type: channel, channel: name } : { type: channel, to: [name] };
  const { receivers, unreachable } = resolvePage([way], given);
  return { channel, receivers, unreachable };
}
