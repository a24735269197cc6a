import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { planChannelTest, raiseAlarm, resolveAlarm } from '../../../../store/alarms/index.ts';
import { planDelivery } from '../../../../store/deliveries/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { storeAlert } from '../../../support/store/records.ts';

const server = useServer();

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly next_cursor?: string;
}
const list = async (path: string): Promise<Listed> =>
  (await server.api('GET', path, { token: TOKENS.viewer })).json as unknown as Listed;
const at = new Date('2026-03-10T12:00:00Z');

/** Returns every page of a list, by its cursors. */
async function pagesOf(path: string): Promise<readonly Listed[]> {
  const pages: Listed[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(`${path}${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    pages.push(page);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return pages;
}

it('alarms come page by page, the one raised last first, each once', async () => {
  for (let number = 0; number < 7; number += 1) {
    const alarm = { fleetId: 'north', kind: 'webhook_unavailable', subject: `host-${number}` } as const;
    // Two of an instant: the page ends between them.
    const raised = new Date(at.getTime() + Math.floor(number / 2) * 60_000);
    await raiseAlarm(server.db, { ...alarm, message: `Host ${number}.`, at: raised });
    if (number === 0) await resolveAlarm(server.db, { ...alarm, at: new Date(at.getTime() + 3_600_000) });
  }
  const pages = await pagesOf('/alarms?limit=2');
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 2, 1]);
  const subjects = pages.flatMap(({ items }) => items.map(({ subject }) => subject));
  expect([...subjects].sort()).toEqual([0, 1, 2, 3, 4, 5, 6].map((number) => `host-${number}`));
  const raised = pages.flatMap(({ items }) => items.map((item) => String(item['raised_at'])));
  expect(raised).toEqual([...raised].sort().reverse());
  const open = await pagesOf('/alarms?open=true&limit=4');
  expect(open.flatMap(({ items }) => items)).toHaveLength(6);
});

it('messages are listed by channel, with what they are about and no link to act by, and test messages apart from alarms', async () => {
  const key = { fleetId: 'north', driverId: 'd-1', tripId: 't-1', rule: 'phone', version: 1, revision: 1 };
  const { id: alertId } = await storeAlert(server.db, { ...key, at });
  for (const [actionIndex, action, receiver] of [
    [0, 'email', 'a@example.com'],
    [1, 'slack', '#fleet'],
  ] as const) {
    await planDelivery(server.db, { ...key, alertId, actionIndex, at, action, receiver });
  }
  for (const [receiver, title] of [
    ['a@example.com', 'Jana: 3 phone events, https://tripline.example/a/abc.def'],
    ['#fleet', 'Phone use'],
  ]) {
    await sql`update deliveries set state = 'sent', settled_at = ${at}, title = ${title}
      where receiver = ${receiver}`.execute(server.db);
  }
  await planChannelTest(server.db, {
    fleetId: 'north',
    action: 'email',
    receiver: 'test@example.com',
    who: 'ann',
    at,
    message: 'This is a test.',
  });
  const byEmail = await list('/deliveries?channel=email');
  expect(byEmail.items.map((item) => [item['receiver'], item['is_test'], item['title']])).toEqual([
    ['test@example.com', true, undefined],
    ['a@example.com', undefined, 'Jana: 3 phone events, https://tripline.example/a/hidden'],
  ]);
  const bySlack = await list('/deliveries?channel=slack');
  expect(bySlack.items.map(({ title }) => title)).toEqual(['Phone use']);
});
