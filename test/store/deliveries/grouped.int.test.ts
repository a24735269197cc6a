import { expect, it } from 'vitest';
import {
  createLedger,
  getDelivery,
  groupMessages,
  planDelivery,
  reopenDelivery,
} from '../../../store/deliveries/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const fleetId = 'north';
const at = new Date('2026-03-10T12:00:00Z');

/** Plans three messages to one channel and groups the others into the first. @returns their ids, the summary's first */
async function burst(receiver: string): Promise<[string, ...string[]]> {
  const ids: string[] = [];
  for (const tripId of ['1', '2', '3']) {
    const key = { fleetId, driverId: `of ${receiver}`, tripId, rule: 'brakes', version: 1, revision: 1 };
    const { id } = await planDelivery(inTest.db, { ...key, action: 'slack', actionIndex: 0, receiver, at });
    ids.push(id);
  }
  const [id = '', ...others] = ids;
  expect(
    await groupMessages(inTest.db, {
      delivery: { id, fleetId, receiver, action: 'slack' },
      from: 2,
      most: 9,
      at,
    }),
  ).toBe(2);
  return [id, ...others];
}

const states = async (ids: readonly string[]): Promise<string[]> => {
  const rows = await Promise.all(ids.map((id) => getDelivery(inTest.db, { fleetId, id })));
  return rows.map((row) => `${row?.state} ${row?.reason ?? ''}`.trim());
};

async function claimed(id: string) {
  const ledger = createLedger(inTest.db);
  const claim = await ledger.claim({ fleetId, id, at });
  if (claim.kind !== 'go') throw new Error(claim.kind);
  return { ledger, mine: { fleetId, id, attempt: claim.attempt, at } };
}

it.each(['failed', 'unconfirmed'] as const)(
  'what was grouped into a message that is %s gets the same state, with the reason',
  async (state) => {
    const ids = await burst(`#${state}`);
    const { ledger, mine } = await claimed(ids[0]);
    const end = { ...mine, reason: 'channel_not_found' };
    await (state === 'failed' ? ledger.fail(end) : ledger.endUnconfirmed(end));
    const [own, ...others] = await states(ids);
    expect(own).toBe(`${state} channel_not_found`);
    for (const other of others)
      expect(other).toBe(`${state} The message into which it was grouped is ${state}: channel_not_found`);
  },
);

it('what was sent after all contains the others too', async () => {
  const ids = await burst('#late');
  const { ledger, mine } = await claimed(ids[0]);
  await ledger.fail({ ...mine, reason: 'channel_not_found' });
  await ledger.confirm(mine);
  expect(await states(ids)).toEqual(['sent', 'skipped grouped', 'skipped grouped']);
});

it('retried, the message contains the others too, but not one that is sent separately since', async () => {
  const ids = await burst('#again');
  const { ledger, mine } = await claimed(ids[0]);
  await ledger.fail({ ...mine, reason: 'channel_not_found' });
  const again = (id: string) => reopenDelivery(inTest.db, { fleetId, id, at, who: 'ann' });
  expect(await again(ids[1]!)).toBe(true);
  expect(await again(ids[0])).toBe(true);
  expect(await again(ids[2]!)).toBe(false);
  expect(await states(ids)).toEqual(['pending', 'pending', 'skipped grouped']);
  expect(await getDelivery(inTest.db, { fleetId, id: ids[1]! })).toMatchObject({ groupedInto: null });
});

it('what failed for a reason of its own, and others’, stays as it is', async () => {
  const ids = await burst('#mine');
  const others = await burst('#others');
  const { ledger, mine } = await claimed(ids[0]);
  await ledger.fail({ ...mine, reason: 'channel_not_found' });
  expect(await states(others)).toEqual(['pending', 'skipped grouped', 'skipped grouped']);
});

it('an interrupted attempt and the next one together take no more into a message than it shows', async () => {
  const plan = async (tripId: string): Promise<string> => {
    const key = { fleetId, driverId: 'of #many', tripId, rule: 'brakes', version: 1, revision: 1 };
    const planned = { ...key, action: 'slack', actionIndex: 0, receiver: '#many', at } as const;
    return (await planDelivery(inTest.db, planned)).id;
  };
  const ids: string[] = [];
  for (const tripId of ['1', '2', '3', '4', '5', '6']) ids.push(await plan(tripId));
  const gather = () =>
    groupMessages(inTest.db, {
      delivery: { id: ids[0]!, fleetId, receiver: '#many', action: 'slack' },
      from: 1,
      most: 3,
      at,
    });
  expect([await gather(), await gather()]).toEqual([3, 0]);
  expect((await states(ids)).map((state) => state.split(' ')[0])).toEqual([
    'pending',
    'skipped',
    'skipped',
    'skipped',
    'pending',
    'pending',
  ]);
});

it('many that gather at once never put one that carries others into another', async () => {
  for (let round = 0; round < 10; round += 1) {
    const receiver = `#crowd-${round}`;
    const ids: string[] = [];
    for (let trip = 0; trip < 30; trip += 1) {
      const key = { fleetId, driverId: receiver, tripId: `${trip}`, rule: 'brakes', version: 1, revision: 1 };
      ids.push((await planDelivery(inTest.db, { ...key, action: 'slack', actionIndex: 0, receiver, at })).id);
    }
    const gather = (id: string) =>
      groupMessages(inTest.db, {
        delivery: { id, fleetId, receiver, action: 'slack' },
        from: 1,
        most: 4,
        at,
      });
    await Promise.all(ids.map(gather));
    const rows = await Promise.all(ids.map((id) => getDelivery(inTest.db, { fleetId, id })));
    const carriers = new Set(rows.flatMap((row) => row?.groupedInto ?? []));
    expect(carriers.size).toBeGreaterThan(0);
    // The message into which others are grouped is still sent.
    const lost = rows.filter((row) => carriers.has(row!.id) && row!.groupedInto !== null);
    expect(lost.map((row) => row?.id)).toEqual([]);
  }
});
