import { expect, it } from 'vitest';
import { countBefore, createLedger, mayWaitInLine, planDelivery } from '../../../store/deliveries/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const fleetId = 'north';
const at = new Date('2026-03-10T12:00:00Z');

async function plan(receiver: string, tripId: string): Promise<string> {
  const key = { fleetId, driverId: 'ann', tripId, rule: 'brakes', version: 1, revision: 1 };
  return (await planDelivery(inTest.db, { ...key, action: 'email', actionIndex: 0, receiver, at })).id;
}
const inLine = (id: string, receiver: string) => ({
  delivery: { id, fleetId, receiver, action: 'email' as const },
  alone: 'critical' as const,
});
const before = (id: string, receiver: string, most = 100): Promise<number> =>
  countBefore(inTest.db, { ...inLine(id, receiver), most });
const mayWait = (id: string, receiver: string): Promise<boolean> =>
  mayWaitInLine(inTest.db, inLine(id, receiver));

it('counts who came earlier for the same address and waits, up to a number', async () => {
  const ids: string[] = [];
  for (const trip of ['1', '2', '3', '4']) ids.push(await plan('lead@example.com', trip));
  const other = await plan('other@example.com', '5');
  expect(await Promise.all(ids.map((id) => before(id, 'lead@example.com')))).toEqual([0, 1, 2, 3]);
  expect(await before(other, 'other@example.com')).toBe(0);
  expect(await before(ids[3]!, 'lead@example.com', 2)).toBe(2);
  await createLedger(inTest.db).claim({ fleetId, id: ids[0]!, at });
  expect(await before(ids[3]!, 'lead@example.com')).toBe(2);
});

it('one that an attempt has, or whose attempt may have got through, waits for no turn', async () => {
  const receiver = 'doubt@example.com';
  const ledger = createLedger(inTest.db);
  const untouched = await plan(receiver, 'untouched');
  const claimed = await plan(receiver, 'claimed');
  const unclear = await plan(receiver, 'unknown_outcome');
  for (const id of [claimed, unclear]) {
    const claim = await ledger.claim({ fleetId, id, at });
    if (claim.kind !== 'go') throw new Error(claim.kind);
    if (id === unclear) await ledger.leave({ fleetId, id, attempt: claim.attempt, at, error: 'no answer' });
  }
  expect(await mayWait(untouched, receiver)).toBe(true);
  expect(await mayWait(claimed, receiver)).toBe(false);
  expect(await mayWait(unclear, receiver)).toBe(false);
});
