import { standInTrip } from '../../test/support/stand-ins/analytics.ts';
import { startHttpStandIn } from '../../test/support/stand-ins/http.ts';
import type { HttpAnswer, HttpStandIn } from '../../test/support/stand-ins/http.ts';

/** A driver of this name has a collision. */
export const COLLIDED = 'hit';
/**
 * The number of channels notified of collisions, enough that Slack's rate limit of a message a second in each is not measured.
 */
export const CHANNELS = 10;

/** Returns a rule that sends a collision to the channel that follows from the trip's number. */
export function collisionRule(channel: number) {
  return {
    id: `collision-${channel}`,
    name: `Collision ${channel}`,
    severity: 'critical',
    mode: 'live',
    conditions: {
      all: [
        { fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value: 0 },
        { fact: 'trip.distance_km', operator: 'equal', value: 10 + channel },
      ],
    },
    actions: [{ type: 'slack', channel: `#channel-${channel}` }],
  };
}

/** Answers a GET of any trip: which channel its collision goes to follows from its number. */
export function analyticsAnswer(path: string): HttpAnswer {
  const [, driverId = '', tripId = ''] = /^\/v3\/driver\/([^/]+)\/trip\/([^/?]+)/.exec(path) ?? [];
  const events = driverId.startsWith(COLLIDED) ? [4] : [];
  const distanceKm = 10 + (Number(tripId) % CHANNELS);
  return { body: standInTrip(tripId, { events, distanceKm }) };
}

/** The analytics service of one fleet, and Slack for all. */
export interface Receivers extends HttpStandIn {
  readonly slackUrl: string;
  /** When the first message about a driver was posted to Slack, by the driver's number. */
  readonly arrived: ReadonlyMap<string, number>;
  /** Calls of this token are taken and never answered, while set. */
  hangingToken: string | undefined;
}

export async function startReceivers(): Promise<Receivers> {
  const arrived = new Map<string, number>();
  const standIn = await startHttpStandIn(({ path, headers, body }) => {
    if (!path.startsWith('/api/')) return analyticsAnswer(path);
    if (headers.authorization?.replace('Bearer ', '') === receivers.hangingToken) return 'hang';
    const driver = /calm-\d+/.exec(body)?.[0];
    if (path.startsWith('/api/chat.postMessage') && driver !== undefined && !arrived.has(driver))
      arrived.set(driver, performance.now());
    return { body: { ok: true, ts: '1.1', channel: 'C1', channels: [], messages: [], has_more: false } };
  });
  const receivers: Receivers = Object.assign(standIn, {
    slackUrl: `${standIn.url}/api/`,
    arrived,
    hangingToken: undefined,
  });
  return receivers;
}
