import { afterEach, describe, expect, it } from 'vitest';
import {
  BACKFILLED,
  addBackfillDrivers,
  backfillFigures,
  createBackfill,
  endBackfill,
  finishBackfillDriver,
  getBackfill,
  isSettled,
  keepBackfilledTrip,
  knownTrips,
  listBackfills,
  nextBackfillDriver,
  noteBackfill,
  noteBackfillRefusals,
  tripsReadBefore,
} from '../../../store/backfill/index.ts';
import { countTripsEnded } from '../../../store/backtests/index.ts';
import { inTransaction } from '../../../store/db/index.ts';
import { countTripsOn } from '../../../store/deletions/index.ts';
import { getReading, keepMissingReadings, keepReading } from '../../../store/facts/index.ts';
import {
  claimTrip,
  getStoredTrip,
  getTrip,
  isOnlyStored,
  keepTrip,
  setTripState,
} from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { exampleTrip } from '../examples.ts';

const test = useDatabase();
const fleetId = 'north';
const now = new Date('2026-06-01T12:00:00Z');
const trip = exampleTrip();
const key = { fleetId, driverId: trip.driverId, tripId: trip.tripId };
const keep = (): Promise<boolean> =>
  inTransaction(test.db, (tx) => keepBackfilledTrip(tx, { fleetId, trip, contentHash: 'new', at: now }));

afterEach(async () => {
  for (const table of ['trips', 'driverReadings', 'backfills'] as const)
    await test.db.deleteFrom(table).execute();
});

describe('a trip of a backfill', () => {
  it('is kept whole, decided about by nobody, as if announced when it ended', async () => {
    expect(await keep()).toBe(true);
    const row = (await getTrip(test.db, key))!;
    expect(row).toMatchObject({ state: 'decided', revision: 0, decidedAt: null, stateReason: BACKFILLED });
    expect(row.firstReceivedAt).toEqual(row.endedAt);
    expect(isOnlyStored(row)).toBe(true);
    expect(await countTripsOn(test.db, { fleetId, utcDate: '2026-06-01' })).toBe(0);
    expect((await getStoredTrip(test.db, key))!.events).toEqual(trip.events);
    const range = { from: new Date(0), to: now };
    const counted = { trips: 1, backfilled: 1, leftOut: 0 };
    expect(await countTripsEnded(test.db, { fleetId, ...range })).toEqual(counted);
    expect(await keep()).toBe(false);
  });

  it('is a decided one as soon as something was decided', async () => {
    await keep();
    await keepTrip(test.db, { fleetId, trip, contentHash: 'newer', revision: 1, at: now });
    await setTripState(test.db, { ...key, state: 'decided', at: now });
    const row = (await getTrip(test.db, key))!;
    expect(isOnlyStored(row)).toBe(false);
    expect(row.stateReason).toBeNull();
  });

  it.each(['waiting', 'parked'] as const)('that is %s stays so, with what it holds', async (state) => {
    await claimTrip(test.db, { ...key, workflowId: 'w', at: now });
    await setTripState(test.db, { ...key, state, at: now });
    expect(await keep()).toBe(true);
    const row = (await getTrip(test.db, key))!;
    expect(row).toMatchObject({ state, revision: 0, contentHash: 'new', firstReceivedAt: now });
  });

  it.each(['decided', 'deleted', 'gone'] as const)('that is %s is not touched', async (state) => {
    await keepTrip(test.db, { fleetId, trip, contentHash: 'old', revision: 1, at: now });
    await setTripState(test.db, { ...key, state, at: now });
    const before = await getTrip(test.db, key);
    const known = await knownTrips(test.db, { ...key, tripIds: [key.tripId, 'another'] });
    expect([...known.keys()]).toEqual([key.tripId]);
    expect(isSettled(known.get(key.tripId)!)).toBe(true);
    expect(await keep()).toBe(false);
    expect(await getTrip(test.db, key)).toEqual(before);
  });
});

describe('readings of a backfill', () => {
  const reading = (driverId: string, score: number) => ({
    driverId,
    score,
    ratings: {},
    extra: {},
    problems: [],
  });

  it('fill gaps and replace nothing', async () => {
    const of = { fleetId, endDate: '2026-05-06', at: now };
    await keepReading(test.db, { ...of, reading: reading('d-1', 80) });
    const readings = [reading('d-1', 10), reading('d-2', 70)];
    expect(await keepMissingReadings(test.db, { ...of, readings })).toBe(1);
    expect(await keepMissingReadings(test.db, { ...of, readings: [] })).toBe(0);
    const scoreOf = async (driverId: string): Promise<unknown> =>
      (await getReading(test.db, { ...of, driverId }))?.reading.score;
    expect([await scoreOf('d-1'), await scoreOf('d-2')]).toEqual([80, 70]);
  });
});

describe('a backfill', () => {
  const asked = { fleetId, from: '2026-05-01', to: '2026-05-07', alerts: false, who: 'ann', at: now };

  it('is one at a time in a fleet, asked for at once from two sides too', async () => {
    const both = await Promise.all([createBackfill(test.db, asked), createBackfill(test.db, asked)]);
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    expect(both[0].id).toBe(both[1].id);
    expect((await createBackfill(test.db, { ...asked, fleetId: 'south' })).isNew).toBe(true);
  });

  it('ends once, and is another fleet’s nothing', async () => {
    const { id } = await createBackfill(test.db, asked);
    const its = { fleetId, id };
    expect(await noteBackfill(test.db, { ...its, calls: 2 })).toBe(true);
    expect(await endBackfill(test.db, { ...its, state: 'cancelled', at: now })).toBe(true);
    expect(await endBackfill(test.db, { ...its, state: 'done', at: now })).toBe(false);
    expect(await noteBackfill(test.db, { ...its, calls: 3 })).toBe(false);
    expect(await getBackfill(test.db, its)).toMatchObject({ state: 'cancelled', calls: '5' });
    expect(await getBackfill(test.db, { fleetId: 'south', id })).toBeUndefined();
    expect((await listBackfills(test.db, { fleetId: 'south' })).items).toEqual([]);
  });

  it('notes each of very many drivers once', async () => {
    const { id } = await createBackfill(test.db, asked);
    const driverIds = Array.from({ length: 2_500 }, (_each, index) => `d-${index}`);
    await addBackfillDrivers(test.db, { fleetId, id, driverIds });
    await addBackfillDrivers(test.db, { fleetId, id, driverIds: [...driverIds.slice(0, 3), 'd-new'] });
    expect(await backfillFigures(test.db, { fleetId, id })).toMatchObject({
      driversTotal: 2_501,
      driversDone: 0,
    });
    const first = { driverId: 'd-0', postponedUntil: null, refused: [] };
    expect(await nextBackfillDriver(test.db, { fleetId, id })).toEqual(first);
  });

  it('takes up put-off drivers after the others, the one that has waited longest first', async () => {
    const { id } = await createBackfill(test.db, asked);
    const its = { fleetId, id };
    await addBackfillDrivers(test.db, { ...its, driverIds: ['d-1', 'd-2', 'd-3'] });
    const refused = [{ trip_id: 't-1', since: now.toISOString(), asked: now.toISOString() }];
    const later = new Date(now.getTime() + 1_000);
    await noteBackfillRefusals(test.db, { ...its, driverId: 'd-1', refused, postponedUntil: later });
    await noteBackfillRefusals(test.db, { ...its, driverId: 'd-2', refused: [], postponedUntil: now });
    const takeNext = async (): Promise<unknown> => {
      const slot = await nextBackfillDriver(test.db, its);
      if (slot)
        await finishBackfillDriver(test.db, {
          ...its,
          driverId: slot.driverId,
          found: 0,
          problems: [],
          at: now,
        });
      return slot;
    };
    expect(await takeNext()).toEqual({ driverId: 'd-3', postponedUntil: null, refused: [] });
    expect(await takeNext()).toEqual({ driverId: 'd-2', postponedUntil: now, refused: [] });
    expect(await takeNext()).toEqual({ driverId: 'd-1', postponedUntil: later, refused });
    expect(await takeNext()).toBeUndefined();
    // A finished driver stays finished, although an attempt that was believed dead may still record something.
    await noteBackfillRefusals(test.db, { ...its, driverId: 'd-1', refused, postponedUntil: later });
    expect(await takeNext()).toBeUndefined();
    const rows = await test.db.selectFrom('backfillDrivers').select(['refused', 'postponedUntil']).execute();
    expect(rows).toEqual(Array(3).fill({ refused: null, postponedUntil: null }));
  });

  it('knows trips that were read once and are there', async () => {
    const ids = { driverId: trip.driverId, tripId: trip.tripId };
    expect(await tripsReadBefore(test.db, { fleetId, limit: 3 })).toEqual([]);
    await claimTrip(test.db, { ...key, tripId: 'announced', workflowId: 'w', at: now });
    await keep();
    expect(await tripsReadBefore(test.db, { fleetId, limit: 3 })).toEqual([ids]);
    expect(await tripsReadBefore(test.db, { fleetId: 'south', limit: 3 })).toEqual([]);
    await setTripState(test.db, { ...key, state: 'gone', at: now });
    expect(await tripsReadBefore(test.db, { fleetId, limit: 3 })).toEqual([]);
  });
});
