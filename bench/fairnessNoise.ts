import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { analyticsAnswer } from './fairnessService.ts';

/** The response of the loud fleet's service to every call. */
export type ServiceMode = 'ok' | 'hangs' | 'answers 500' | 'answers 429';

/** The messages that this process receives. */
export type ComposedMessage =
  | { readonly mode: ServiceMode }
  /** Post so many trips, as fast as they are taken over so many connections. */
  | { readonly flood: number; readonly over: number; readonly url: string; readonly driver: string };

/** A message of this process: its service's URL, or that a flood is posted. */
export type Said =
  | { readonly serviceUrl: string }
  | { readonly posted: number; readonly refused: number; readonly seconds: number };

/** The loud fleet, in a process of its own so that it takes nothing from the one that measures: its service and its sender. */
let mode: ServiceMode = 'ok';
let counter = 0;

function answer(request: IncomingMessage, response: ServerResponse): void {
  if (mode === 'hangs') return;
  const refused = { 'answers 500': 500, 'answers 429': 429, ok: undefined }[mode];
  if (refused === undefined) return analyticsAnswer(request, response);
  response.writeHead(refused, { 'content-type': 'application/json' }).end('{}');
}

async function flood(order: Extract<ComposedMessage, { flood: number }>): Promise<void> {
  const began = performance.now();
  let [left, refused] = [order.flood, 0];
  const sender = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      counter += 1;
      const trip = { driver_id: `${order.driver}-${counter}`, trip_id: String(1_790_000_000_000 + counter) };
      const body = JSON.stringify({ version: 3, type: 'TRIP_SCORED', ...trip, data: {} });
      const status = await fetch(order.url, { method: 'POST', body }).then(
        async (answered) => {
          await answered.arrayBuffer();
          return answered.status;
        },
        () => 0,
      );
      if (status !== 202) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: order.over }, sender));
  say({ posted: order.flood, refused, seconds: (performance.now() - began) / 1000 });
}

function say(said: Said): void {
  process.send?.(said);
}

const service = createServer(answer);
service.listen(0, '127.0.0.1', () =>
  say({ serviceUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}` }),
);
process.on('message', (message: ComposedMessage) => {
  if ('mode' in message) {
    mode = message.mode;
    // This ends the hanging calls, because their callers do not wait any more.
    service.closeAllConnections();
  } else void flood(message);
});
process.on('disconnect', () => process.exit(0));
