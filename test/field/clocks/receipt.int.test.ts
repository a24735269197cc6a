import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { markClock } from '../../../activities/facts/index.ts';
import { keepBackfilledTrip } from '../../../store/backfill/index.ts';
import { noteAndClaim } from '../../../store/assessment/index.ts';
import { countTripsEnded } from '../../../store/backtests/index.ts';
import { withDriverLock } from '../../../store/db/index.ts';
import { getStoredTrip, getTrip, isClockOftenAhead } from '../../../store/trips/index.ts';
import { exampleTrip } from '../../store/examples.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const NOW = new Date('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
const after = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);

/** Keeps a trip that a backfill fetched now. */
async function backfill(fleetId: string, tripId: string, end: Date, at = NOW): Promise<void> {
  const trip = exampleTrip({ driverId: 'd', tripId, endTime: end.toISOString() });
  await withDriverLock(test.db, { fleetId, driverId: 'd' }, (tx) =>
    keepBackfilledTrip(tx, { fleetId, trip, contentHash: 'h', at }),
  );
}

it.each<[what: string, end: Date, seconds: number | null]>([
  ['two years ago', after(-730 * DAY), null],
  ['just now', after(0), null],
  ['15 minutes after that', after(900_000), null],
  ['15 minutes and a millisecond after that', after(900_001), 900.001],
  ['a year after that', after(365 * DAY), 365 * 86_400],
])('a backfill receives the trips that it fetches: one that ended %s', async (_what, end, seconds) => {
  const fleetId = randomUUID();
  await backfill(fleetId, 't', end);
  const row = (await getTrip(test.db, { fleetId, driverId: 'd', tripId: 't' }))!;
  expect(row.clockAheadSeconds).toBe(seconds);
  expect(row.endedAt).toEqual(seconds === null ? end : null);
  expect(row.firstReceivedAt).toEqual(end < NOW ? end : NOW);
  // A back-test scans the trips that live windows and runs hold.
  const all = { from: new Date(0), to: new Date('2100-01-01T00:00:00Z') };
  const { trips } = await countTripsEnded(test.db, { fleetId, ...all });
  expect(trips).toBe(seconds === null ? 1 : 0);
});

it('a trip is held against its first notification, not against when it was taken up or read again', async () => {
  const fleetId = randomUUID();
  const key = { fleetId, driverId: 'd', tripId: 't' };
  const notified = {
    ...key,
    workflowId: 'w',
    source: 'webhook' as const,
    receivedAt: NOW,
    at: after(2 * DAY),
  };
  const claimed = await noteAndClaim(test.db, notified);
  expect(claimed).toMatchObject({ receivedAt: NOW });
  const deps = { db: test.db, now: () => after(3 * DAY) };
  const ofWorkflow = { fleet: fleetId, driverId: 'd', tripId: 't' };
  const marked = await markClock(
    deps,
    ofWorkflow,
    exampleTrip({ ...key, endTime: after(DAY).toISOString() }),
  );
  expect(marked.clockAheadSeconds).toBe(86_400);
  await backfill(fleetId, 't', after(DAY), after(3 * DAY));
  expect((await getStoredTrip(test.db, key))!.clockAheadSeconds).toBe(86_400);
});

it('an end that the service corrects later is held against its correction, and the end that is stored keeps its mark', async () => {
  const fleetId = randomUUID();
  let tripId = 'behind';
  const read = async (end: Date, now: Date) =>
    markClock(
      { db: test.db, now: () => now },
      { fleet: fleetId, driverId: 'd', tripId },
      exampleTrip({ driverId: 'd', tripId, endTime: end.toISOString() }),
    );
  // The week of the GPS began anew: the backfill keeps it as received in 2007.
  await backfill(fleetId, tripId, after(-1024 * 7 * DAY));
  expect((await read(after(-DAY), after(DAY))).clockAheadSeconds).toBeUndefined();
  tripId = 'ahead';
  await backfill(fleetId, tripId, after(DAY));
  expect((await read(after(DAY), after(3 * DAY))).clockAheadSeconds).toBe(86_400);
  expect((await read(after(2 * DAY), after(3 * DAY))).clockAheadSeconds).toBeUndefined();
  expect((await read(after(4 * DAY), after(3 * DAY))).clockAheadSeconds).toBe(86_400);
});

it('several are three of one driver that were received within seven days', async () => {
  const fleetId = randomUUID();
  const isOften = (at: Date) => isClockOftenAhead(test.db, { fleetId, driverId: 'd', at });
  for (const days of [0, 1, 6.9]) {
    expect(await isOften(after(days * DAY))).toBe(false);
    await backfill(fleetId, `t-${days}`, after((days + 1) * DAY), after(days * DAY));
  }
  expect(await isOften(after(6.9 * DAY))).toBe(true);
  expect(await isOften(after(7.1 * DAY))).toBe(false);
});
