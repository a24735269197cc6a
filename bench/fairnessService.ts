import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { standInTrip } from '../test/support/stand-ins/analytics.ts';

/** A driver of this name has a collision. */
export const COLLIDED = 'hit';
/**
 * The number of channels notified of collisions, enough that Slack's rate limit of a message a second in each is not measured.
 */
export const CHANNELS = 10;

/** Answers a GET of any trip: which channel its collision goes to follows from its number. */
export function analyticsAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
  const [, driverId = '', tripId = ''] = /^\/v3\/driver\/([^/]+)\/trip\/([^/]+)$/.exec(pathname) ?? [];
  const events = driverId.startsWith(COLLIDED) ? [4] : [];
  const trip = standInTrip(tripId, { events, distanceKm: 10 + (Number(tripId) % CHANNELS) });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(trip));
}

/** The service of the calm fleet, and Slack for both. */
export interface Receivers {
  readonly serviceUrl: string;
  readonly slackUrl: string;
  /** Calls of this token are taken and never answered, while set. */
  hangingToken: string | undefined;
  close(): void;
}

/**
 * @param onMessage called with the body of each message that is posted to Slack
 */
export async function startReceivers(onMessage: (body: string) => void): Promise<Receivers> {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/api/')) return analyticsAnswer(request, response);
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const token = request.headers.authorization?.replace('Bearer ', '');
      if (token === receivers.hangingToken) return;
      if (request.url?.startsWith('/api/chat.postMessage')) onMessage(body);
      const answer = { ok: true, ts: '1.1', channel: 'C1', channels: [], messages: [], has_more: false };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receivers: Receivers = {
    serviceUrl: url,
    slackUrl: `${url}/api/`,
    hangingToken: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receivers;
}
