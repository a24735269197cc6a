import type { ServerResponse } from 'node:http';
import { notificationOf } from '../../test/support/stand-ins/analytics.ts';
import { startHttpStandIn } from '../../test/support/stand-ins/http.ts';
import { inParallel } from '../measure.ts';
import { analyticsAnswer } from './receivers.ts';

/** The response of the loud fleet's service to every call: a trip, nothing, or a status. */
export type ServiceMode = 'ok' | 'hangs' | 500 | 429;

/** The messages that this process receives. */
export type Order =
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
const hanging = new Set<ServerResponse>();
const say = (said: Said): void => void process.send?.(said);

async function flood({ flood: count, over, url, driver }: Extract<Order, { flood: number }>): Promise<void> {
  const began = performance.now();
  let refused = 0;
  await inParallel({ count, atOnce: over }, async () => {
    counter += 1;
    const body = notificationOf({
      driverId: `${driver}-${counter}`,
      tripId: String(1_790_000_000_000 + counter),
    });
    const isTaken = await fetch(url, { method: 'POST', body }).then(
      async (answered) => (await answered.arrayBuffer(), answered.status === 202),
      () => false,
    );
    if (!isTaken) refused += 1;
  });
  say({ posted: count, refused, seconds: (performance.now() - began) / 1000 });
}

const service = await startHttpStandIn(({ path }) => {
  if (mode === 'ok') return analyticsAnswer(path);
  return mode === 'hangs' ? (response) => void hanging.add(response) : { status: mode, body: {} };
});
process.on('message', (order: Order) => {
  if ('flood' in order) return void flood(order);
  mode = order.mode;
  // Their callers do not wait any more.
  for (const response of hanging) response.destroy();
  hanging.clear();
});
process.on('disconnect', () => process.exit(0));
say({ serviceUrl: service.url });
