import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import { listAlarms } from '../../store/alarms/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { eventRule } from '../support/servers/rules.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { useStarted } from '../support/run/useStarted.ts';
import { startHttpStandIn } from '../support/stand-ins/http.ts';

/** Tests receivers that read a whole message and then break, without a lookup that shows whether they accepted it. */
vi.setConfig({ testTimeout: 120_000 });
const WAIT = { timeout: 60_000, interval: 100 };
const REPEAT_AFTER_MS = 8_000;

let isHookWell = false;
const hook = useStarted(() => startHttpStandIn(() => (isHookWell ? {} : 'drop')));
const stack = useStack(() => ({
  more: {
    REPEAT_AFTER: `${REPEAT_AFTER_MS / 1000}s`,
    WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    WEBHOOK_ALLOW_HOSTS: hook.host,
  },
}));

beforeAll(async () => {
  const actions = [
    { type: 'email', to: ['lead@example.com'] },
    { type: 'webhook', url: `http://${hook.host}/hook` },
  ];
  await stack.publish(eventRule('COLLISION', { actions }));
  await stack.startWorker();
});

const collide = (driverId: string) => stack.put({ driverId, tripId: '1' }, { events: [4] });
const deliveriesOf = async (driverId: string) =>
  (await listDeliveries(stack.database.db, { fleetId: FLEET, driverId })).items
    .map(({ action, state, possibleRepeat }) => ({ action, state, possibleRepeat }))
    .sort((a, b) => a.action.localeCompare(b.action));
const unclear = async (driverId: string): Promise<number> =>
  (await listDeliveries(stack.database.db, { fleetId: FLEET, driverId })).items.filter(
    ({ unknownOutcomeAttempts }) => unknownOutcomeAttempts.length === 1,
  ).length;
const openAlarms = async () =>
  (await listAlarms(stack.database.db, { fleetId: FLEET, openOnly: true }))
    .map(({ kind, subject }) => `${kind} ${subject}`.trim())
    .sort();

it('that work again a while later get the message once more, marked', async () => {
  isHookWell = false;
  stack.smtp.fault({ kind: 'lose' });
  const running = stack.runTrip(collide('soon-well'));
  await expect.poll(() => unclear('soon-well'), WAIT).toBe(2);
  // A message that is sent meanwhile would be lost as well.
  stack.smtp.fault({ kind: 'lose' });
  await pause(REPEAT_AFTER_MS / 2);
  expect(hook.received).toHaveLength(1);
  stack.smtp.clearFaults();
  isHookWell = true;
  expect(await running).toMatchObject({ state: 'decided', deliveries: 2 });
  expect(await deliveriesOf('soon-well')).toEqual([
    { action: 'email', state: 'sent', possibleRepeat: true },
    { action: 'webhook', state: 'sent', possibleRepeat: true },
  ]);
  expect(stack.smtp.mails.map(({ parsed }) => parsed.text)).toEqual([
    expect.stringContaining('Possible duplicate'),
  ]);
  expect(hook.received).toHaveLength(2);
  expect(await openAlarms()).toEqual([]);
});

it('that break again get no more messages: it is shown, and alarms are open until they answer', async () => {
  isHookWell = false;
  stack.smtp.fault({ kind: 'lose' }, { kind: 'lose' });
  expect(await stack.runTrip(collide('never-well'))).toMatchObject({ state: 'decided' });
  expect(await deliveriesOf('never-well')).toEqual([
    { action: 'email', state: 'unconfirmed', possibleRepeat: true },
    { action: 'webhook', state: 'unconfirmed', possibleRepeat: true },
  ]);
  expect(hook.received).toHaveLength(4);
  const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, driverId: 'never-well' });
  expect(items.find(({ action }) => action === 'webhook')?.reason).toBe(
    '2 attempts had an unknown outcome (the last: the connection to the receiver broke before it answered (ECONNRESET)), and the receiver has no lookup.',
  );
  expect(await openAlarms()).toEqual(['smtp_unavailable', `webhook_unavailable ${hook.host}`]);
  isHookWell = true;
  await stack.runTrip(collide('well'));
  expect((await deliveriesOf('well')).map(({ state }) => state)).toEqual(['sent', 'sent']);
  await expect.poll(openAlarms, WAIT).toEqual([]);
});
