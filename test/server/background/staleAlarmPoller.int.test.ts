import { afterEach, expect, it } from 'vitest';
import { createStaleAlarmPolling } from '../../../server/background/index.ts';
import { listAlarms, raiseAlarm } from '../../../store/alarms/index.ts';
import type { AlarmKey } from '../../../store/alarms/index.ts';
import { putOutOfUse } from '../../../store/deliveries/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { storeDelivery } from '../../support/store/records.ts';

const inTest = useDatabase();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const WAIT = { timeout: 60_000 };
const MINUTE = 60_000;
const FLEET = 'north';
let close: () => Promise<void> = () => Promise.resolve();
afterEach(() => close());

const raise = (subject: string, minutesAgo: number, kind: AlarmKey['kind'] = 'webhook_unavailable') =>
  raiseAlarm(inTest.db, {
    fleetId: FLEET,
    kind,
    subject,
    message: 'It does not answer.',
    at: new Date(Date.now() - minutesAgo * MINUTE),
  });
function startPolling(): void {
  const { db } = inTest;
  const polling = createStaleAlarmPolling({ db, fleets: [FLEET], log, now: () => new Date(), everyMs: 20 });
  close = () => polling.close();
  polling.start();
}
const openAlarms = async (): Promise<string[]> =>
  (await listAlarms(inTest.db, { fleetId: FLEET, openOnly: true }))
    .map(({ kind, subject }) => `${kind} ${subject}`)
    .sort();

it('clears the alarm of a receiver that nothing waits for, once it was not met for an hour', async () => {
  const { id } = await storeDelivery(inTest.db, {
    driverId: 'd-1',
    tripId: 't-1',
    rule: 'r',
    action: 'webhook',
    receiver: 'https://waits.example:8443/hook/secret',
  });
  await raise('waits.example:8443', 120);
  await raise('gone.example', 120);
  await raise('lately.example', 30);
  await raise('', 120, 'slack_unavailable');
  startPolling();
  const others = ['slack_unavailable ', 'webhook_unavailable lately.example'];
  await expect.poll(openAlarms, WAIT).toEqual([...others, 'webhook_unavailable waits.example:8443']);
  await inTest.db.updateTable('deliveries').set({ state: 'unconfirmed' }).where('id', '=', id).execute();
  await expect.poll(openAlarms, WAIT).toEqual(others);
});

it('does the same for the mail server, for work that nobody has at hand for a day, and for clocks that are right for a week', async () => {
  const { db } = inTest;
  await db.updateTable('fleetAlarms').set({ resolvedAt: new Date() }).execute();
  const { id } = await storeDelivery(db, {
    driverId: 'd-2',
    tripId: 't-2',
    rule: 'r',
    action: 'email',
    receiver: 'lead@example.com',
  });
  await raise('', 120, 'smtp_unavailable');
  await raise('sendEmail', 23 * 60, 'work_failing');
  await raise('sendDigest', 25 * 60, 'work_failing');
  await raise('', 8 * 24 * 60, 'device_clocks');
  await raise('lately', 6 * 24 * 60, 'device_clocks');
  startPolling();
  await expect
    .poll(openAlarms, WAIT)
    .toEqual(['device_clocks lately', 'smtp_unavailable ', 'work_failing sendEmail']);
  await db.updateTable('deliveries').set({ state: 'unconfirmed' }).where('id', '=', id).execute();
  await expect.poll(openAlarms, WAIT).toEqual(['device_clocks lately', 'work_failing sendEmail']);
});

it('clears the alarm of what is refused once nothing refused waits, and of an address that no document names', async () => {
  const { db } = inTest;
  await db.updateTable('fleetAlarms').set({ resolvedAt: new Date() }).execute();
  const refused = async (action: 'slack' | 'webhook', receiver: string): Promise<string> => {
    const of = { driverId: 'd-3', tripId: receiver, rule: 'r', version: 1, revision: 1, actionIndex: 0 };
    const { id } = await storeDelivery(db, { ...of, action, receiver });
    await db
      .updateTable('deliveries')
      .set({ refusals: 3, refusedSince: new Date() })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const ids = [await refused('slack', '#fleet'), await refused('webhook', 'https://hook.example/a')];
  const url = 'https://gone.example/hook';
  const named = (actions: JsonObject[], at: Date) =>
    storePublished(db, { fleetId: FLEET, kind: 'rule', body: { id: 'names-it', actions }, at });
  await named([{ type: 'webhook', url }], new Date(0));
  await putOutOfUse(db, { fleetId: FLEET, address: url, at: new Date() });
  await raise('', 5, 'slack_refused');
  await raise('hook.example', 5, 'webhook_refused');
  await raise('other.example', 5, 'webhook_refused');
  await raise('gone.example', 5, 'webhook_gone');
  await raise('elsewhere.example', 5, 'webhook_gone');
  startPolling();
  const gone = 'webhook_gone gone.example';
  await expect.poll(openAlarms, WAIT).toEqual(['slack_refused ', gone, 'webhook_refused hook.example']);
  await db.updateTable('deliveries').set({ state: 'sent' }).where('id', 'in', ids).execute();
  await expect.poll(openAlarms, WAIT).toEqual([gone]);
  await named([], new Date());
  await expect.poll(openAlarms, WAIT).toEqual([]);
});
