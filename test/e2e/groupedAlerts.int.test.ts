import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { createLedger, groupMessages, listDeliveries } from '../../store/deliveries/index.ts';
import { FLEET, UNLIMITED } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { eventsOf, liveRule } from '../support/rules/documents.ts';

const stack = useStack();
beforeAll(() => stack.startWorker());

const rule = liveRule(eventsOf('HARD_BRAKE'), { id: 'hard-brake', name: 'Hard brake' });

/** Runs these trips at once. Slack limits every call until an alert of each is planned, however long that takes. */
async function sendMany(channel: string, trips: readonly { driverId: string; tripId: string }[]) {
  const limits = Array.from({ length: 60 }, () => ({ kind: 'limited', seconds: 2 }) as const);
  stack.slack.fault('chat.postMessage', ...limits);
  for (const { driverId, tripId } of trips) stack.put({ driverId, tripId }, { events: [0] });
  const running = Promise.all(trips.map((trip) => stack.runTrip(trip)));
  const planned = async () => {
    const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, limit: 100 });
    return items.filter(({ receiver }) => receiver === channel).length;
  };
  await expect.poll(planned, { timeout: 90_000 }).toBe(trips.length);
  stack.slack.clearFaults();
  await running;
}

it('sixty alerts at once are sent completely, in few messages, at the channel’s rate limit', async () => {
  await stack.publish(rule);
  const trips = Array.from({ length: 60 }, (_, index) => ({
    driverId: `driver-${String(index).padStart(2, '0')}`,
    tripId: `burst-${index}`,
  }));
  await sendMany('#fleet-safety', trips);

  const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, limit: 100 });
  const own = items.filter(({ state }) => state === 'sent');
  const grouped = items.filter(({ state, reason }) => state === 'skipped' && reason === 'grouped');
  expect(own.length + grouped.length).toBe(60);
  expect(stack.slack.messages).toHaveLength(own.length);
  expect(own.length).toBeLessThan(30);
  const sent = JSON.stringify(stack.slack.messages.map(({ blocks }) => blocks));
  for (const { driverId } of trips) expect(sent.split(driverId).length - 1, driverId).toBe(1);
  expect(sent).toContain('alerts at once');
});

it('many alerts into a channel that is gone leave none of them as sent', async () => {
  await stack.publish({ ...rule, actions: [{ type: 'slack', channel: '#gone' }] });
  const trips = Array.from({ length: 25 }, (_, index) => ({
    driverId: `gone-${index}`,
    tripId: `gone-${index}`,
  }));
  await sendMany('#gone', trips);
  const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, limit: 100 });
  const gone = items.filter(({ receiver }) => receiver === '#gone');
  expect(gone).toHaveLength(25);
  expect(new Set(gone.map(({ state }) => state))).toEqual(new Set(['failed']));
  expect(gone.some(({ groupedInto }) => groupedInto !== null)).toBe(true);
  for (const { reason } of gone) expect(reason).toMatch(/channel_not_found/);
});

it('what another attempt groups into a message that is already composed is sent nevertheless', async () => {
  const receiver = '#late-joiners';
  stack.slack.channels.add('late-joiners');
  await stack.publish({ ...rule, actions: [{ type: 'slack', channel: receiver }] });
  const trips = ['first', 'second', 'third'].map((name) => ({ driverId: `joins-${name}`, tripId: name }));
  const { db } = stack.database;
  const planned = async () =>
    (await listDeliveries(db, { fleetId: FLEET, limit: 100 })).items
      .filter((each) => each.receiver === receiver)
      .sort((a, b) => Number(a.id) - Number(b.id));
  // Each message has been composed by now. Then an attempt of another worker groups them, and dies.
  let gathering: Promise<void> | undefined;
  async function gatherAll(): Promise<void> {
    while ((await planned()).length < trips.length) await pause(50);
    const [delivery] = await planned();
    await groupMessages(db, { delivery: delivery!, from: 1, most: 19, at: new Date() });
  }
  const ledger = createLedger(db);
  await stack.worker?.shutdown();
  await stack.startWorker({
    rateLimits: { slack: UNLIMITED },
    ledger: {
      ...ledger,
      async claim(args) {
        await (gathering ??= gatherAll());
        return ledger.claim(args);
      },
    },
  });
  for (const { driverId, tripId } of trips) stack.put({ driverId, tripId }, { events: [0] });
  await Promise.all(trips.map((trip) => stack.runTrip(trip)));
  expect((await planned()).map(({ state }) => state)).toEqual(['sent', 'skipped', 'skipped']);
  const sent = JSON.stringify(stack.slack.messages.map(({ blocks }) => blocks));
  for (const { driverId } of trips) expect(sent.split(driverId).length - 1, driverId).toBe(1);
});
