import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { RELEASE_SIGNAL, WORKFLOWS, releaseWorkflowId } from '../../workflows/contracts/index.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { quietNow } from '../support/run/quietNow.ts';
import { FLEET, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';

const OF_A_TRIP = 20;
const TRIPS = 3;

let stack: Stack;
let dead: Hook;
let alive: Hook;

interface Hook {
  readonly server: Server;
  readonly host: string;
  readonly took: string[];
  isWell: boolean;
}

async function startHook(isWell: boolean): Promise<Hook> {
  const server = createServer((request, response) => {
    if (hook.isWell) hook.took.push(request.url!);
    response.writeHead(hook.isWell ? 200 : 503).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const hook: Hook = {
    server,
    isWell,
    took: [],
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  return hook;
}

beforeAll(async () => {
  [dead, alive] = [await startHook(false), await startHook(true)];
  stack = await startStack({
    more: {
      WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      WEBHOOK_ALLOW_HOSTS: `${dead.host},${alive.host}`,
    },
  });
  await stack.startWorker();
});
afterAll(async () => {
  await stack.close();
  for (const { server } of [dead, alive]) server.close();
});

/** A rule about one driver whose actions are held now, for two more hours at least. */
function heldFor(driverId: string, actions: readonly JsonObject[]): JsonObject {
  const quiet_hours = quietNow(55);
  const phone = { fact: 'trip.events.count', params: { type: 'PHONE_USE' } };
  return {
    id: driverId,
    name: driverId,
    severity: 'warning',
    mode: 'live',
    scope: { drivers: [driverId] },
    conditions: { all: [{ ...phone, operator: 'greaterThan', value: 0 }] },
    actions: actions.map((action) => ({ ...action, quiet_hours })),
  };
}

async function drive(driverId: string, tripId: string): Promise<void> {
  stack.analytics.trips.set(tripAt(driverId, tripId), standInTrip(tripId, { events: [2] }));
  await stack.runTrip({ driverId, tripId });
}

it('people and other systems are notified in the morning while a receiver of webhooks is unavailable, and it too once it is back', async () => {
  const many = Array.from({ length: OF_A_TRIP }, (_, index) => ({
    type: 'webhook',
    url: `http://${dead.host}/${index}`,
  }));
  await stack.publish(
    heldFor('dead', many),
    heldFor('others', [
      { type: 'webhook', url: `http://${alive.host}/` },
      { type: 'email', to: ['lead@example.com'] },
    ]),
  );
  for (let trip = 0; trip < TRIPS; trip += 1) await drive('dead', `dead-${trip}`);
  await drive('others', 'others');
  const releaseAt = new Date();
  const { db } = stack.database;
  await db.updateTable('deliveries').set({ releaseAt }).where('state', '=', 'held').execute();
  const input = { fleet: FLEET, releaseAt: releaseAt.toISOString() };
  const release = await stack.client.workflow.signalWithStart(WORKFLOWS.release, {
    workflowId: releaseWorkflowId(input),
    taskQueue: stack.config.temporal.taskQueue,
    args: [input],
    signal: RELEASE_SIGNAL,
  });

  await expect.poll(() => [stack.smtp.mails.length, alive.took.length]).toEqual([1, 1]);
  expect(dead.took).toEqual([]);
  expect((await release.describe()).status.name).toBe('RUNNING');

  dead.isWell = true;
  expect(await release.result()).toEqual({ messages: OF_A_TRIP * TRIPS + 2 });
  expect(dead.took).toHaveLength(OF_A_TRIP * TRIPS);
  expect([stack.smtp.mails.length, alive.took.length]).toEqual([1, 1]);
  const { items } = await listDeliveries(db, { fleetId: FLEET, limit: 200 });
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['sent']));
});
