import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { keepBackfilledTrip } from '../../../store/backfill/index.ts';
import type { DeliveryState } from '../../../store/deliveries/index.ts';
import {
  beginErasure,
  removeDueTrips,
  removeTripPositions,
  requestErasure,
} from '../../../store/retention/index.ts';
import { claimTrip, getTripPath, keepTrip, listTrips } from '../../../store/trips/index.ts';
import { listAudit, withDriverLock } from '../../../store/db/index.ts';
import { localDay } from '../../../rules/time/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { exampleTrip } from '../../store/examples.ts';
import { storeDelivery } from '../../support/store/records.ts';

const test = useDatabase();
const NOW = new Date('2026-11-20T12:00:00Z');
const DAYS = 86_400_000;
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAYS);

/** Keeps a trip that ended at one time and was received at another. */
async function keep(
  fleetId: string,
  tripId: string,
  times: { endTime: string; receivedAt: Date },
): Promise<void> {
  const key = { fleetId, driverId: 'd', tripId };
  const { endTime, receivedAt: at } = times;
  await claimTrip(test.db, { ...key, workflowId: `w-${tripId}`, at });
  const trip = exampleTrip({ driverId: 'd', tripId, startTime: endTime, endTime });
  await keepTrip(test.db, { fleetId, trip, contentHash: 'h', revision: 1, at });
}

async function plan(fleetId: string, tripId: string, state: DeliveryState): Promise<string> {
  const { id } = await storeDelivery(test.db, {
    fleetId,
    driverId: 'd',
    tripId,
    rule: 'r',
    action: 'email',
    receiver: 'a@example.com',
    at: NOW,
    state: state === 'held' ? 'held' : 'pending',
    ...(state === 'held' && { releaseAt: NOW, reason: 'batched' as const }),
  });
  await test.db.updateTable('deliveries').set({ state }).where('id', '=', id).execute();
  return id;
}

const left = async (fleetId: string): Promise<string[]> =>
  (await listTrips(test.db, { fleetId, limit: 50 })).items.map(({ tripId }) => tripId).sort();
const remove = (fleetId: string, days: number) =>
  removeDueTrips(test.db, { fleetId, before: daysAgo(days), limit: 100, at: NOW }, () => undefined);

it.each<[string, string]>([
  ['a GPS receiver whose week number rolled over', '2007-04-06T11:00:00Z'],
  ['a phone that lost its clock', '1970-01-01T00:00:10Z'],
  ['a phone that was set to 1 January 2000', '2000-01-01T00:03:00+01:00'],
  ['a phone that is a year ahead', '2027-11-20T11:00:00Z'],
  ['a counter of 32 bits that overflowed', '1901-12-13T20:45:52Z'],
  ['a clock that is right', '2026-11-20T11:00:00Z'],
])('a trip of %s is kept for as long as any other since it was received', async (_what, endTime) => {
  const fleetId = randomUUID();
  await keep(fleetId, 'new', { endTime, receivedAt: daysAgo(0.1) });
  await keep(fleetId, 'old', { endTime, receivedAt: daysAgo(800) });
  const positions = { fleetId, before: daysAgo(90), limit: 100, at: NOW };
  expect(await removeTripPositions(test.db, positions)).toBe(1);
  expect((await getTripPath(test.db, { fleetId, driverId: 'd', tripId: 'new' })).path).toBeDefined();
  expect(await remove(fleetId, 730)).toBe(1);
  expect(await left(fleetId)).toEqual(['new']);
});

it.each<[DeliveryState, string[]]>([
  ['pending', ['t']],
  ['held', ['t']],
  ['sent', []],
  ['skipped', []],
  ['failed', []],
  ['unconfirmed', []],
])('an expired trip with a delivery that is %s', async (state, kept) => {
  const fleetId = randomUUID();
  await keep(fleetId, 't', { endTime: '2024-01-01T00:00:00Z', receivedAt: daysAgo(800) });
  await plan(fleetId, 't', state);
  await remove(fleetId, 730);
  expect(await left(fleetId)).toEqual(kept);
});

it('an expired trip whose alert waits in the message of another trip is kept with it', async () => {
  const fleetId = randomUUID();
  for (const tripId of ['member', 'summary', 'other'])
    await keep(fleetId, tripId, { endTime: '2024-01-01T00:00:00Z', receivedAt: daysAgo(800) });
  const [member, summary] = [
    await plan(fleetId, 'member', 'skipped'),
    await plan(fleetId, 'summary', 'held'),
  ];
  await test.db
    .updateTable('deliveries')
    .set({ groupedInto: summary, reason: 'grouped' })
    .where('id', '=', member)
    .execute();
  await remove(fleetId, 730);
  expect(await left(fleetId)).toEqual(['member', 'summary']);
});

it('the history that a backfill fetched is as old as its trips', async () => {
  const fleetId = randomUUID();
  for (const [tripId, endTime] of [
    ['old', '2024-01-01T00:00:00Z'],
    ['new', '2026-11-01T00:00:00Z'],
    ['ahead', '2031-01-01T00:00:00Z'],
  ] as const) {
    const trip = exampleTrip({ driverId: 'd', tripId, startTime: endTime, endTime });
    await withDriverLock(test.db, { fleetId, driverId: 'd' }, (tx) =>
      keepBackfilledTrip(tx, { fleetId, trip, contentHash: 'h', at: NOW }),
    );
  }
  await remove(fleetId, 730);
  expect(await left(fleetId)).toEqual(['ahead', 'new']);
});

it('an erasure request cancels what waits, and its record says how much', async () => {
  const fleetId = randomUUID();
  await keep(fleetId, 't', { endTime: '2026-11-20T11:00:00Z', receivedAt: daysAgo(0) });
  await keep(fleetId, 'u', { endTime: '2026-11-20T10:00:00Z', receivedAt: daysAgo(0) });
  await plan(fleetId, 't', 'held');
  await plan(fleetId, 'u', 'pending');
  const asked = { fleetId, driverId: 'd', who: 'ann', why: 'asked', at: NOW };
  const erasure = await requestErasure(test.db, asked);
  const begin = () =>
    beginErasure(test.db, {
      fleetId,
      driverId: 'd',
      id: erasure.id,
      at: NOW,
      dayOf: (at) => localDay(at, 'UTC'),
    });
  await begin();
  await begin();
  const { items } = await listAudit(test.db, { fleetId, action: 'driver.deliveries_cancelled', limit: 10 });
  expect(items).toEqual([
    expect.objectContaining({ subjectId: erasure.id, who: 'tripline', details: { deliveries: 2 } }),
  ]);
});
