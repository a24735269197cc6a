import { afterEach, expect, it } from 'vitest';
import { createStaleAlarmPolling } from '../../../server/background/index.ts';
import { listAlarms, raiseAlarm } from '../../../store/alarms/index.ts';
import type { AlarmKey } from '../../../store/alarms/index.ts';
import { planDelivery } from '../../../store/deliveries/index.ts';
import { useDatabase } from '../../support/useDatabase.ts';

const inTest = useDatabase();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const WAIT = { timeout: 60_000 };
const MINUTE = 60_000;
const FLEET = 'north';
let close: () => Promise<void> = () => Promise.resolve();
afterEach(() => close());

const raise = (subject: string, minutesAgo: number, kind: AlarmKey['kind'] = 'webhook_unavailable') =>
  raiseAlarm(inTest.db, {
    ...{ fleetId: FLEET, kind, subject, message: 'It does not answer.' },
    at: new Date(Date.now() - minutesAgo * MINUTE),
  });
const openAlarms = async (): Promise<string[]> =>
  (await listAlarms(inTest.db, { fleetId: FLEET, openOnly: true }))
    .map(({ kind, subject }) => `${kind} ${subject}`)
    .sort();

it('clears the alarm of a receiver that nothing waits for, once it was not met for an hour', async () => {
  const { id } = await planDelivery(inTest.db, {
    ...{ fleetId: FLEET, driverId: 'd-1', tripId: 't-1', rule: 'r', version: 1, revision: 1, actionIndex: 0 },
    ...{ action: 'webhook', receiver: 'https://waits.example:8443/hook/secret', at: new Date() },
  });
  await raise('waits.example:8443', 120);
  await raise('gone.example', 120);
  await raise('lately.example', 30);
  await raise('', 120, 'slack_unavailable');
  const runPoll = createStaleAlarmPolling({
    ...{ db: inTest.db, fleets: [FLEET], log, now: () => new Date(), everyMs: 20 },
  });
  close = () => runPoll.close();
  runPoll.start();
  const others = ['slack_unavailable ', 'webhook_unavailable lately.example'];
  await expect.poll(openAlarms, WAIT).toEqual([...others, 'webhook_unavailable waits.example:8443']);
  await inTest.db.updateTable('deliveries').set({ state: 'unconfirmed' }).where('id', '=', id).execute();
  await expect.poll(openAlarms, WAIT).toEqual(others);
});

it('does the same for the mail server, and for work that nobody has at hand for a day', async () => {
  const { db } = inTest;
  await db.updateTable('fleetAlarms').set({ resolvedAt: new Date() }).execute();
  const { id } = await planDelivery(db, {
    ...{ fleetId: FLEET, driverId: 'd-2', tripId: 't-2', rule: 'r', version: 1, revision: 1, actionIndex: 0 },
    ...{ action: 'email', receiver: 'lead@example.com', at: new Date() },
  });
  await raise('', 120, 'smtp_unavailable');
  await raise('sendEmail', 23 * 60, 'work_failing');
  await raise('sendDigest', 25 * 60, 'work_failing');
  const runPoll = createStaleAlarmPolling({
    ...{ db, fleets: [FLEET], log, now: () => new Date(), everyMs: 20 },
  });
  close = () => runPoll.close();
  runPoll.start();
  await expect.poll(openAlarms, WAIT).toEqual(['smtp_unavailable ', 'work_failing sendEmail']);
  await db.updateTable('deliveries').set({ state: 'unconfirmed' }).where('id', '=', id).execute();
  await expect.poll(openAlarms, WAIT).toEqual(['work_failing sendEmail']);
});
