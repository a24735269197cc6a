import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { RELEASE_SIGNAL, WORKFLOWS, releaseWorkflowId } from '../../workflows/contracts/index.ts';
import { eventRule } from '../support/servers/rules.ts';
import { quietNow } from '../support/run/quietNow.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { useStarted } from '../support/run/useStarted.ts';
import { startHttpStandIn } from '../support/stand-ins/http.ts';

const OF_A_TRIP = 20;
const TRIPS = 3;

const dead = useStarted(() => startHttpStandIn(() => ({ status: 503 })));
const alive = useStarted(startHttpStandIn);
const stack = useStack(() => ({
  more: {
    WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    WEBHOOK_ALLOW_HOSTS: `${dead.host},${alive.host}`,
  },
}));
beforeAll(() => stack.startWorker());

/** Makes a rule about one driver whose actions are held now, for two more hours at least. */
function heldFor(driverId: string, actions: readonly JsonObject[]): JsonObject {
  const quiet_hours = quietNow(55);
  return eventRule('PHONE_USE', {
    id: driverId,
    name: driverId,
    scope: { drivers: [driverId] },
    actions: actions.map((action) => ({ ...action, quiet_hours })),
  });
}

const drive = (driverId: string, tripId: string) =>
  stack.runTrip(stack.put({ driverId, tripId }, { events: [2] }));

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

  await expect.poll(() => [stack.smtp.mails.length, alive.received.length]).toEqual([1, 1]);
  expect((await release.describe()).status.name).toBe('RUNNING');

  const refused = dead.received.length;
  dead.answer = () => ({});
  expect(await release.result()).toEqual({ messages: OF_A_TRIP * TRIPS + 2 });
  expect(dead.received.slice(refused)).toHaveLength(OF_A_TRIP * TRIPS);
  expect([stack.smtp.mails.length, alive.received.length]).toEqual([1, 1]);
  const { items } = await listDeliveries(db, { fleetId: FLEET, limit: 200 });
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['sent']));
});
