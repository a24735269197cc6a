import { afterEach, describe, expect, it } from 'vitest';
import {
  addReconcileDrivers,
  beginReconcile,
  countReconcileDrivers,
  coverageDays,
  earlierRuns,
  endReconcile,
  finishReconcileDriver,
  getReconcile,
  reconciledSince,
  missingUpstream,
  nextReconcileDrivers,
  noteListedTrips,
  noteTripGone,
  noteTripMet,
  noteTripNotFound,
  noteTripStarted,
  tripsToTake,
  unmetTrips,
} from '../../../store/reconcile/index.ts';
import {
  arrivals,
  claimTrip,
  countArrivals,
  recordNotification,
  setTripState,
} from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const fleetId = 'north';
const at = new Date('2026-06-03T12:00:00Z');
const range = { fromDate: '2026-06-01', toDate: '2026-06-03' };

afterEach(async () => {
  for (const table of [
    ...(['trips', 'serviceTrips', 'reconcileRuns', 'reconcileDrivers', 'reconcileFleets'] as const),
    'notifications' as const,
  ])
    await test.db.deleteFrom(table).execute();
});

function begin(isFirst = false): Promise<string> {
  return beginReconcile(test.db, { fleetId, ...range, isWide: false, isFirst, at });
}

async function list(id: string, ...tripIds: readonly string[]): Promise<void> {
  const trips = tripIds.map((tripId) => ({ tripId, day: '2026-06-02', isHistory: tripId.startsWith('old') }));
  await noteListedTrips(test.db, { fleetId, id, driverId: 'd', trips, at });
}

async function known(
  tripId: string,
  state: 'waiting' | 'decided' | 'parked' | 'deleted' | 'gone',
  by: 'webhook' | 'reconciler' = 'webhook',
): Promise<void> {
  const key = { fleetId, driverId: 'd', tripId };
  await claimTrip(test.db, { ...key, workflowId: 'w', at, receivedFrom: by });
  if (state !== 'waiting') await setTripState(test.db, { ...key, state, at });
  if (state === 'decided')
    await test.db.updateTable('trips').set({ revision: 1 }).where('tripId', '=', tripId).execute();
}

describe('coverage', () => {
  it('counts each trip of a date once, in the lot it is in', async () => {
    const id = await begin();
    await list(id, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'old', 'old and kept');
    await known('a', 'decided');
    await known('b', 'decided', 'reconciler');
    await known('c', 'waiting');
    await known('d', 'parked');
    await known('e', 'deleted');
    await known('f', 'gone');
    await known('old and kept', 'decided');
    await test.db.updateTable('trips').set({ revision: 0 }).where('tripId', '=', 'old and kept').execute();
    await known('announced only', 'waiting');
    const days = await coverageDays(test.db, { fleetId, ...range });
    expect(days).toEqual([
      {
        day: '2026-06-03',
        known: 1,
        evaluated: 0,
        waiting: 1,
        parked: 0,
        deleted: 0,
        gone: 0,
        history: 0,
        backfilled: 0,
        missing: 0,
        recovered: 0,
      },
      {
        day: '2026-06-02',
        known: 9,
        evaluated: 2,
        waiting: 1,
        parked: 1,
        deleted: 1,
        gone: 1,
        history: 2,
        backfilled: 1,
        missing: 1,
        recovered: 1,
      },
    ]);
    expect(await coverageDays(test.db, { fleetId: 'south', ...range })).toEqual([]);
  });
});

describe('listed trips', () => {
  it('are to be taken up when nothing is known of them, or they were set aside, and history never', async () => {
    const id = await begin();
    await list(id, 'new', 'parked', 'decided', 'old');
    await known('parked', 'parked');
    await known('decided', 'decided');
    const ask = { fleetId, driverId: 'd', tripIds: ['new', 'parked', 'decided', 'old'] };
    expect(await tripsToTake(test.db, { ...ask, at })).toEqual([
      { tripId: 'new', take: 'new' },
      { tripId: 'parked', take: 'again' },
    ]);
    for (const tripId of ['new', 'parked'])
      await noteTripStarted(test.db, { fleetId, driverId: 'd', tripId, at });
    // A parked trip is not recovered each hour. An unknown one is.
    expect(await tripsToTake(test.db, { ...ask, at })).toEqual([{ tripId: 'new', take: 'new' }]);
    const nextDay = new Date(at.getTime() + 86_400_000);
    expect(await tripsToTake(test.db, { ...ask, at: nextDay })).toHaveLength(2);
  });

  it('stay history once they are, and anything else once they are not', async () => {
    const id = await begin();
    await list(id, 'a', 'old');
    const other = await begin();
    const turned = ['a', 'old'].map((tripId) => ({ tripId, day: '2026-06-02', isHistory: tripId === 'a' }));
    await noteListedTrips(test.db, { fleetId, id: other, driverId: 'd', trips: turned, at });
    const ask = { fleetId, driverId: 'd', tripIds: ['a', 'old'], at };
    expect(await tripsToTake(test.db, ask)).toEqual([{ tripId: 'a', take: 'new' }]);
  });

  it('that a later reconciliation run does not meet are named, and gone only when that is noted', async () => {
    const first = await begin();
    await list(first, 'stays', 'hidden', 'went');
    const second = await begin();
    await list(second, 'stays');
    const unmet = await unmetTrips(test.db, { fleetId, id: second, ...range, limit: 10 });
    expect(unmet.map(({ tripId }) => tripId)).toEqual(['hidden', 'went']);
    await noteTripMet(test.db, { fleetId, id: second, driverId: 'd', tripId: 'hidden' });
    await noteTripNotFound(test.db, { fleetId, id: second, driverId: 'd', tripId: 'went', at });
    expect(await unmetTrips(test.db, { fleetId, id: second, ...range, limit: 10 })).toEqual([]);
    expect(await missingUpstream(test.db, { fleetId, ...range })).toEqual({ count: 1, known: 3, since: at });
    await noteTripGone(test.db, { fleetId, driverId: 'd', tripId: 'went', at });
    expect(await unmetTrips(test.db, { fleetId, id: second, ...range, limit: 10 })).toEqual([]);
    const [day] = await coverageDays(test.db, { fleetId, ...range });
    expect(day).toMatchObject({ known: 3, gone: 1, missing: 2 });
    await list(second, 'went');
    expect((await coverageDays(test.db, { fleetId, ...range }))[0]).toMatchObject({ gone: 0 });
  });
});

describe('a reconciliation run', () => {
  it('goes through its drivers once, and counts each once', async () => {
    const id = await begin(true);
    await addReconcileDrivers(test.db, { fleetId, id, driverIds: ['x', 'y'] });
    await addReconcileDrivers(test.db, { fleetId, id, driverIds: ['y'] });
    const done = { fleetId, id, at, listed: 3, started: 1 };
    await finishReconcileDriver(test.db, { ...done, driverId: 'x' });
    await finishReconcileDriver(test.db, { ...done, driverId: 'x' });
    expect(await nextReconcileDrivers(test.db, { fleetId, id, limit: 5 })).toEqual(['y']);
    expect(await countReconcileDrivers(test.db, { fleetId, id })).toBe(2);
    await finishReconcileDriver(test.db, { ...done, driverId: 'y', problem: 'odd' });
    expect(await nextReconcileDrivers(test.db, { fleetId, id, limit: 5 })).toEqual([]);
    expect(await earlierRuns(test.db, fleetId)).toEqual({});
    await endReconcile(test.db, { fleetId, id, state: 'done', at, gone: 2 });
    expect(await getReconcile(test.db, { fleetId, id })).toMatchObject({
      state: 'done',
      tripsListed: 6,
      tripsRecovered: 2,
      tripsGone: 2,
      problem: 'odd',
      isFirst: true,
    });
    expect(await earlierRuns(test.db, fleetId)).toEqual({ lastStartedAt: at });
  });

  it('that was left unfinished is over when the next begins', async () => {
    const id = await begin();
    await begin();
    expect(await getReconcile(test.db, { fleetId, id })).toMatchObject({ state: 'failed' });
  });
});

describe('since when a fleet is connected', () => {
  it('is its first notification, or now, and never changes', async () => {
    expect(await reconciledSince(test.db, { fleetId, at })).toEqual(at);
    expect(await reconciledSince(test.db, { fleetId, at: new Date() })).toEqual(at);
    const earlier = new Date('2026-05-01T00:00:00Z');
    const kept = { fleetId: 'south', type: 'TRIP_SCORED', receivedAt: earlier, source: 'webhook' } as const;
    await recordNotification(test.db, kept);
    expect(await reconciledSince(test.db, { fleetId: 'south', at })).toEqual(earlier);
  });
});

describe('arrivals', () => {
  it('are notifications of the service only', async () => {
    expect(await arrivals(test.db, fleetId)).toBeUndefined();
    const came = (minute: number, source: 'webhook' | 'reconciler'): Promise<unknown> =>
      recordNotification(test.db, {
        fleetId,
        type: 'TRIP_SCORED',
        source,
        receivedAt: new Date(at.getTime() + minute * 60_000),
      });
    await came(0, 'webhook');
    await came(5, 'webhook');
    await came(9, 'reconciler');
    const last = new Date(at.getTime() + 300_000);
    expect(await arrivals(test.db, fleetId)).toEqual({ firstAt: at, lastAt: last });
    const stretches = [
      { from: at, to: last },
      { from: new Date(0), to: last },
      { from: last, to: new Date() },
    ];
    expect(await countArrivals(test.db, { fleetId, stretches })).toEqual([1, 2, 0]);
  });
});
