import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { ApiError, apiRouter } from './api/index.ts';
import type { Parts } from './assemble.ts';
import { assemble } from './assemble.ts';
import { Recent, dateText, parseDate, utcDay } from './world/index.ts';
import { WishError, controlRouter } from './control/index.ts';
import type { Rescoring, Simulator, TripIds } from './control/index.ts';
import { errorAnswer, gate } from './faults/index.ts';
import type { SeenRequest } from './faults/index.ts';
import type { SimulatorOptions } from './options.ts';

export type { DrivenTrip, TripWish } from './control/index.ts';
export type { Simulator } from './control/index.ts';
export type { SimulatorOptions } from './options.ts';
export { NO_QUIRKS } from './world/index.ts';

/**
 * Starts the simulated analytics service: the API under `/v3`, webhooks, and `/control` for simulating trips and faults.
 * @throws RangeError or TypeError for invalid options; the operating system's error when the port is in use
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  if (options.apiKey === '') throw new TypeError('apiKey is empty: every call has to carry one.');
  const parts = assemble(options);
  const requests = new Recent<SeenRequest>();
  const server = createServer();
  const host = options.host ?? '127.0.0.1';
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const simulator = handleOf(options, { parts, requests, server, url });
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(
    '/v3',
    gate({ apiKey: options.apiKey, clock: parts.clock, faults: parts.faults, requests }),
    apiRouter(parts),
  );
  app.use('/control', controlRouter(simulator, host));
  app.use(() => {
    throw new ApiError(404, 'There is no such endpoint.');
  });
  app.use('/control', errorAnswer(false));
  app.use(errorAnswer(parts.quirks.errorsWithStatus200));
  server.on('request', app);
  parts.startTraffic();
  return simulator;
}

function handleOf(
  options: SimulatorOptions,
  running: { parts: Parts; requests: Recent<SeenRequest>; server: Server; url: string },
): Simulator {
  const { parts, requests, server } = running;
  const { fleet, book, clock } = parts;
  const indexOf = (driverId: string): number => {
    const index = fleet.indexOf(driverId);
    if (index === undefined) throw new WishError('No driver of the fleet has this driver_id.');
    return index;
  };
  let closed: Promise<void> | undefined;
  return {
    url: running.url,
    faults: parts.faults,
    state: () => ({
      now: new Date(clock.now()).toISOString(),
      speed: clock.speed,
      seed: options.seed,
      drivers: fleet.size,
      groups: fleet.groups,
    }),
    drive: (wish = {}) => parts.driving.drive(wish),
    rescore: (trip, change = {}) => rescore(parts, { ...trip, index: indexOf(trip.driverId) }, change),
    notify(trip, copies = 1) {
      const found = book.find(indexOf(trip.driverId), trip.tripId);
      if (!found) throw new WishError('This driver has no such trip.');
      for (let copy = 0; copy < copies; copy += 1) parts.notifier.notify(found);
    },
    dropScore(driverId, { points, from = dateText(utcDay(clock.now())) }) {
      const fromDay = parseDate(from);
      if (fromDay === undefined) throw new WishError('from is not a date: YYYY-MM-DD is expected.');
      parts.readings.drop(indexOf(driverId), { fromDay, points });
    },
    sendBody: (body) => parts.webhooks.send(body),
    setWebhook: (url) => parts.webhooks.setUrl(url),
    webhooks: () => parts.webhooks.deliveries(),
    requests: () => requests.all(),
    clearRequests: () => requests.clear(),
    drivers: ({ limit = 100, offset = 0 } = {}) =>
      Array.from({ length: Math.max(0, Math.min(limit, fleet.size - offset)) }, (_, at) => {
        const { id, character, group, hasGyroscope } = fleet.driver(offset + at);
        return { driverId: id, character, ...(group === undefined ? {} : { group }), hasGyroscope };
      }),
    advance: (seconds) => clock.advance(seconds * 1000),
    close: () => (closed ??= close(parts, server)),
  };
}

function rescore(parts: Parts, trip: TripIds & { index: number }, change: Rescoring): void {
  const events = change.events ?? (change.score === undefined ? (['COLLISION'] as const) : []);
  const now = (): boolean => {
    const rescored = parts.book.rescore(trip.index, trip.tripId, {
      events,
      ...(change.score === undefined ? {} : { score: change.score }),
    });
    if (rescored && change.notify) parts.notifier.notify(rescored);
    return rescored !== undefined;
  };
  if (!parts.book.isTaken(trip.index, trip.tripId)) throw new WishError('This driver has no such trip.');
  if (change.afterSeconds) parts.clock.after(change.afterSeconds * 1000, now);
  else if (!now()) throw new WishError('This trip was deleted.');
}

async function close(parts: Parts, server: Server): Promise<void> {
  parts.stopTraffic();
  parts.webhooks.close();
  const gone = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await gone;
}
