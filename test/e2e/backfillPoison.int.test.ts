import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { getBackfill } from '../../store/backfills.ts';
import { startBackfillStack } from '../support/backfillStack.ts';
import type { BackfillStack, ServedTrip } from '../support/backfillStack.ts';
import { FLEET } from '../support/stack.ts';

const RANGE = { from: '2026-04-27', to: '2026-05-06' };

let running: BackfillStack | undefined;
let front: Server | undefined;
afterEach(async () => {
  await running?.close();
  await new Promise((done) => (front ? front.close(done) : done(undefined)));
});

/** The service, but for what it answers of some trips, whenever it is asked. */
async function inFront(strange: ReadonlyMap<string, readonly [status: number, body: string]>) {
  let service = '';
  front = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://of.service').pathname;
    const [status, body] = strange.get(path) ?? [];
    if (body !== undefined)
      return void response.writeHead(status!, { 'content-type': 'application/json' }).end(body);
    void fetch(`${service}${request.url ?? ''}`).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    });
    return undefined;
  });
  await new Promise<void>((done) => front!.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  running = await startBackfillStack({}, { ANALYTICS_BASE_URL: url });
  service = running.simulator.url;
  await running.stack.startWorker();
  return running;
}

const pathOf = ({ driverId, tripId }: ServedTrip): string => `/v3/driver/${driverId}/trip/${tripId}`;

it('a backfill goes on without trips that the service always answers with an error, or with nonsense, and names each', async () => {
  const strange = new Map<string, readonly [number, string]>();
  const test = await inFront(strange);
  const served = await test.served(RANGE);
  const [first] = served;
  const ofFirst = served.filter(({ driverId }) => driverId === first!.driverId);
  const failing = ofFirst.slice(0, 3);
  const garbled = served.filter(({ driverId }) => driverId !== first!.driverId).slice(0, 4);
  for (const trip of failing) strange.set(pathOf(trip), [500, '{"error":"Something went wrong."}']);
  for (const trip of garbled) strange.set(pathOf(trip), [200, '{"trip_id":']);

  const id = await test.begin(RANGE);
  const done = await test.over(id);
  expect(done).toMatchObject({ state: 'done', problems: 7, tripsFound: served.length });
  expect(done.tripsKept).toBe(served.length - 7);
  const row = await getBackfill(test.stack.database.db, { fleetId: FLEET, id });
  expect(row?.waitingFor).toBeNull();
});
