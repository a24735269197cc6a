import { beforeAll, expect, it, vi } from 'vitest';
import { listDeliveries } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { tripWorkflowId } from '../../workflows/contracts/index.ts';
import { eventRule } from '../support/servers/rules.ts';
import { FLEET, sha256Hex } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';

vi.setConfig({ testTimeout: 120_000 });
const WAIT = { timeout: 60_000, interval: 100 };
const HOUR_MS = 3_600_000;

const stack = useStack();
beforeAll(async () => {
  const rule = (id: string, type: string, ...to: readonly string[]) =>
    eventRule(type, { id, name: id, actions: [{ type: 'email', to }] });
  await stack.publish(
    rule('brake', 'HARD_BRAKE', 'lead@example.com'),
    rule('phone', 'PHONE_USE', 'Boss@example.com'),
    rule('collision', 'COLLISION', 'lead@example.com', 'boss@example.com'),
  );
});

const CODE = { brake: 0, phone: 2, collision: 4 } as const;
const trip = (driverId: string) => ({ driverId, tripId: `of-${driverId}` });
const named = (what: string, count: number): string[] =>
  Array.from({ length: count }, (_each, index) => `${what}-${String(index).padStart(2, '0')}-x`);

/** Drives a trip with one event. Settles when its last message has ended. */
function drive(kind: keyof typeof CODE, driverId: string): Promise<unknown> {
  return stack.runTrip(stack.put(trip(driverId), { events: [CODE[kind]] }));
}

async function deliveries(driver: string): Promise<Delivery[]> {
  const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, limit: 100 });
  return items.filter((each) => each.driverId.startsWith(`${driver}-`));
}
const mailsAbout = (driver: string, address: string) =>
  stack.smtp.mails.filter(({ to, parsed }) => to.includes(address) && parsed.text?.includes(`${driver}-`));

it('sixty alerts of one minute reach a reader whose mail server is well in few e-mails, the critical one by itself', async () => {
  await stack.startWorker({ rateLimits: { email: { everyMs: 4_000, burst: 5, mostAheadMs: 0 } } });
  const drivers = named('brake', 60);
  const brake = (some: readonly string[]) => some.map((driver) => drive('brake', driver));
  await Promise.all([
    ...brake(drivers.slice(0, 30)),
    drive('collision', 'crash-00-x'),
    ...brake(drivers.slice(30)),
  ]);

  const mails = mailsAbout('brake', 'lead@example.com');
  for (const driver of drivers)
    expect(
      mails.filter(({ parsed }) => parsed.text?.includes(driver)),
      driver,
    ).toHaveLength(1);
  expect(mails.length).toBeLessThan(30);
  expect(mails.some(({ parsed }) => parsed.subject?.includes('alerts that had to wait'))).toBe(true);
  const ends = (await deliveries('brake')).map(({ state, reason }) => `${state} ${reason ?? ''}`.trim());
  expect(ends.filter((end) => end === 'sent')).toHaveLength(mails.length);
  expect(ends.filter((end) => end === 'skipped grouped')).toHaveLength(60 - mails.length);
  const [crash, ...more] = mailsAbout('crash', 'lead@example.com');
  expect(more).toEqual([]);
  expect(crash?.parsed.text).not.toContain('brake-');
  await stack.worker?.shutdown();
});

it('who has had five waits, however the address is written; what is critical, and others, do not', async () => {
  await stack.startWorker({ rateLimits: { email: { everyMs: HOUR_MS, burst: 5, mostAheadMs: 0 } } });
  for (const driver of named('phone', 5)) await drive('phone', driver);
  expect(mailsAbout('phone', 'Boss@example.com')).toHaveLength(5);
  const waiting = named('waits', 2);
  const asWritten = { id: 'late', name: 'late', severity: 'warning', mode: 'live' };
  await stack.publish({
    ...asWritten,
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 0 }] },
    scope: { drivers: waiting },
    actions: [{ type: 'email', to: ['boss@example.com', 'other@example.com'] }],
  });
  // Caught from the start: they are ended before they are done.
  const held = Promise.allSettled(waiting.map((driver) => drive('brake', driver)));
  const late = async (): Promise<string[]> =>
    (await deliveries('waits'))
      .filter(({ rule }) => rule === 'late')
      .map(({ receiver, state }) => `${receiver} ${state}`)
      .sort();
  const expected = ['boss@example.com pending', 'other@example.com sent'].flatMap((each) => [each, each]);
  await expect.poll(late, WAIT).toEqual(expected);
  await drive('collision', 'crash-01-x');
  expect(mailsAbout('crash-01', 'boss@example.com')).toHaveLength(1);
  expect(await late()).toEqual(expected);
  expect(mailsAbout('waits', 'boss@example.com')).toEqual([]);
  const workflowIds = waiting.map((driver) => tripWorkflowId({ fleet: FLEET, ...trip(driver) }, sha256Hex));
  await Promise.all(workflowIds.map((id) => stack.client.workflow.getHandle(id).terminate()));
  await held;
});
