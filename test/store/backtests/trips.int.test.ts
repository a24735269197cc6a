import { expect, it } from 'vitest';
import type { BacktestNeeds } from '../../../rules/backtests/index.ts';
import { readTripBatch } from '../../../store/backtests/index.ts';
import { keepTrip, setTripState } from '../../../store/trips/index.ts';
import { tripWith } from '../../rules/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();

const needs: BacktestNeeds = {
  parts: new Set(),
  eventTypes: [{ typeName: 'PHONE_USE' }],
  events: 'each',
  windows: [],
  rates: false,
  longestWindowSeconds: 0,
} as Partial<BacktestNeeds> as BacktestNeeds;

it('a batch gives each trip its own events, though ids hold spaces', async () => {
  const at = new Date('2026-03-02T10:00:00Z');
  const events = [{ typeName: 'PHONE_USE', typeCode: 2, extra: {} }];
  for (const [driverId, tripId, own] of [
    ['b c', 'a', events],
    ['c', 'a b', []],
  ] as const) {
    const trip = tripWith({ driverId, tripId, endTime: at.toISOString(), events: [...own] });
    await keepTrip(inTest.db, { fleetId: 'f', trip, contentHash: 'h', revision: 1, at });
    await setTripState(inTest.db, { fleetId: 'f', driverId, tripId, state: 'decided', at });
  }
  const range = { from: new Date('2026-03-02T00:00:00Z'), to: new Date('2026-03-03T00:00:00Z') };
  const batch = await readTripBatch(inTest.db, { ...range, fleetId: 'f', needs, after: undefined, limit: 9 });
  expect(batch.map(({ trip }) => [trip.driverId, trip.events?.length])).toEqual([
    ['b c', 1],
    ['c', 0],
  ]);
});
