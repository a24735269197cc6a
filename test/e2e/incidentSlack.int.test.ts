import { afterAll, beforeAll, expect, it } from 'vitest';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { standInTrip, tripAt } from '../support/analyticsStandIn.ts';
import { answer, chain, collide, collisionRule, incidentsOf } from '../support/incidents.ts';
import { FLEET, startStack } from '../support/stack.ts';
import type { Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  for (const name of ['slow', 'flood']) stack.slack.channels.add(name);
  await stack.startWorker();
});
afterAll(() => stack.close());

const braking = {
  ...{ id: 'hard-brake', name: 'Hard brake', severity: 'warning', mode: 'live' },
  conditions: {
    all: [{ fact: 'trip.events.count', params: { type: 'HARD_BRAKE' }, operator: 'greaterThan', value: 0 }],
  },
  actions: [{ type: 'slack', channel: '#flood' }],
};

it('wakes nobody who is called while Slack is slow and someone answers meanwhile', async () => {
  await stack.publishAs('escalation-policy', chain([[0, '#slow']]));
  await stack.publish(collisionRule());
  stack.slack.fault('conversations.list', { kind: 'dawdle', ms: 20_000 }, { kind: 'dawdle', ms: 20_000 });
  await stack.runTrip(collide(stack, 'd-slow', 'slow-1'));
  const incident = (await incidentsOf(stack, 'd-slow'))[0]!;
  // The page is being put together by now.
  await expect.poll(() => stack.slack.calls.includes('conversations.list'), { timeout: 20_000 }).toBe(true);
  await answer(stack, incident, { kind: 'acknowledge' });
  const pages = async () =>
    (await listDeliveries(stack.database.db, { fleetId: FLEET, driverId: 'd-slow' })).items
      .filter(({ kind }) => kind === 'incident_page')
      .map(({ state, reason }) => [state, reason]);
  await expect.poll(pages, { timeout: 20_000 }).toEqual([['skipped', 'acknowledged']]);
  expect(stack.slack.messages).toEqual([]);
});

it('lets a page into a channel that is taken for a while, before what waits for it', async () => {
  await stack.publishAs('escalation-policy', chain([[0, '#flood']]));
  await stack.publish(collisionRule(), braking);
  stack.analytics.trips.set(tripAt('d-wait', 'wait-1'), standInTrip('wait-1', { events: [0] }));
  const until = new Date(Date.now() + 25_000);
  await stack.database.db
    .insertInto('rateLimits')
    .values({ fleetId: FLEET, key: '#flood', bookedUntil: until })
    .execute();
  const waiting = stack.runTrip({ driverId: 'd-wait', tripId: 'wait-1' });
  await stack.runTrip(collide(stack, 'd-page', 'page-1'));
  await expect.poll(() => stack.slack.messages.length, { timeout: 40_000 }).toBe(2);
  const [first, second] = stack.slack.messages.map(({ blocks }) => JSON.stringify(blocks));
  expect(first).toContain('incident_acknowledge');
  expect(second).toContain('Hard brake');
  await waiting;
});
