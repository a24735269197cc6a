import { describe, expect, it } from 'vitest';
import type { Trip, TripEvent } from '../../../rules/vocabulary/index.ts';
import {
  countWindows,
  keepTrip,
  laterTripEnds,
  listWindowTrips,
  setTripState,
} from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at, exampleTrip, keep, phoneUse } from '../examples.ts';

const test = useDatabase();

/** Stores a trip of 10 km and 600 s that ends at a time of the day, with phone events by default. */
async function drive(
  fleetId: string,
  end: string,
  events: TripEvent[] | 'not sent' = [phoneUse()],
): Promise<void> {
  const trip = exampleTrip({
    tripId: end,
    endTime: `2026-03-10T${end}Z`,
    distanceKm: 10,
    durationSeconds: 600,
  });
  const { events: _events, ...rest } = trip;
  await keep(test.db, events === 'not sent' ? rest : { ...rest, events }, fleetId);
}

const count = async (
  fleetId: string,
  { from, to, ...without }: { from: string; to: string; excludeTripId?: string },
) =>
  (
    await countWindows(test.db, {
      fleetId,
      driverId: 'd-1',
      to: at(to),
      ...without,
      windows: [{ typeName: 'PHONE_USE', typeCode: 2, from: at(from) }],
    })
  )[0]!;

describe('countWindows', () => {
  it('counts by the end of the trip: after from, up to and including to', async () => {
    for (const end of ['08:00:00', '09:00:00', '10:00:00', '10:00:01']) await drive('edges', end);
    expect(await count('edges', { from: '08:00:00', to: '10:00:00' })).toEqual({
      count: 2,
      durationSeconds: 40,
      distanceKm: 20,
      tripDurationSeconds: 1_200,
      tripCount: 2,
      tripsWithoutEvents: 0,
      tripsWithoutDistance: 0,
      tripsWithoutDuration: 0,
    });
  });

  it('finds a type by its name or its code', async () => {
    const { typeName: _name, ...byCode } = phoneUse();
    const { typeCode: _code, ...byName } = phoneUse();
    const renamed = phoneUse({ typeName: 'PHONE_USAGE' });
    await drive('types', '08:00:00', [
      byCode,
      byName,
      renamed,
      phoneUse({ typeCode: 0, typeName: 'HARD_BRAKE' }),
    ]);
    expect((await count('types', { from: '07:00:00', to: '08:00:00' })).count).toBe(3);
  });

  it('leaves deleted and gone trips out, with their distance', async () => {
    for (const end of ['08:00:00', '09:00:00', '10:00:00']) await drive('states', end);
    const key = { fleetId: 'states', driverId: 'd-1', at: at('12:00:00') };
    await setTripState(test.db, { ...key, tripId: '08:00:00', state: 'deleted' });
    await setTripState(test.db, { ...key, tripId: '09:00:00', state: 'gone' });
    expect(await count('states', { from: '00:00:00', to: '12:00:00' })).toMatchObject({
      count: 1,
      distanceKm: 10,
      tripCount: 1,
    });
  });

  it('says how many trips came without events, and lets them into no rate', async () => {
    await drive('silent', '08:00:00');
    await drive('silent', '09:00:00', 'not sent');
    expect(await count('silent', { from: '00:00:00', to: '12:00:00' })).toMatchObject({
      count: 1,
      distanceKm: 10,
      tripDurationSeconds: 600,
      tripCount: 2,
      tripsWithoutEvents: 1,
    });
  });

  it('counts what can be read of a trip with an event that cannot, and counts the trip as one without events', async () => {
    const events = [{ typeName: 'PHONE_USE', typeCode: 2, extra: {} }, { extra: {} }];
    const trip = { ...exampleTrip({ tripId: 'u', endTime: '2026-03-10T09:00:00Z' }), events };
    await keep(test.db, trip, 'unread');
    expect(await count('unread', { from: '00:00:00', to: '12:00:00' })).toMatchObject({
      count: 1,
      distanceKm: 0,
      tripCount: 1,
      tripsWithoutEvents: 1,
    });
  });

  it('says how many trips came without their distance or duration', async () => {
    await drive('undriven', '08:00:00');
    for (const [tripId, missing] of [
      ['a', 'distanceKm'],
      ['b', 'distanceKm'],
      ['c', 'durationSeconds'],
    ] as const) {
      const whole = { distanceKm: 5, durationSeconds: 60 };
      const trip = { ...exampleTrip({ tripId, endTime: '2026-03-10T09:00:00Z' }), ...whole };
      delete (trip as Partial<typeof whole>)[missing];
      await keep(test.db, trip, 'undriven');
    }
    expect(await count('undriven', { from: '00:00:00', to: '12:00:00' })).toMatchObject({
      distanceKm: 15,
      tripDurationSeconds: 720,
      tripsWithoutEvents: 0,
      tripsWithoutDistance: 2,
      tripsWithoutDuration: 1,
    });
  });

  it('leaves out the given trip', async () => {
    await drive('without', '08:00:00');
    await drive('without', '09:00:00');
    expect(
      await count('without', { from: '00:00:00', to: '12:00:00', excludeTripId: '09:00:00' }),
    ).toMatchObject({ count: 1 });
  });

  it('says since when there is history, when that is inside the window', async () => {
    await drive('since', '08:00:00');
    await drive('since', '10:00:00');
    expect((await count('since', { from: '07:59:59', to: '10:00:00' })).historySince).toEqual(at('08:00:00'));
    expect(await count('since', { from: '08:00:00', to: '10:00:00' })).not.toHaveProperty('historySince');
    expect(await count('since', { from: '05:00:00', to: '06:00:00' })).not.toHaveProperty('historySince');
  });

  it('finds nothing for a driver without trips', async () => {
    expect(await count('empty', { from: '00:00:00', to: '12:00:00' })).toEqual({
      count: 0,
      durationSeconds: 0,
      distanceKm: 0,
      tripDurationSeconds: 0,
      tripCount: 0,
      tripsWithoutEvents: 0,
      tripsWithoutDistance: 0,
      tripsWithoutDuration: 0,
    });
  });

  it('counts a trip anew when its content changes', async () => {
    await drive('again', '08:00:00', [phoneUse(), phoneUse()]);
    await drive('again', '08:00:00', [phoneUse()]);
    expect((await count('again', { from: '00:00:00', to: '12:00:00' })).count).toBe(1);
  });

  it('sees neither another driver nor another fleet', async () => {
    await drive('mine', '08:00:00');
    await keep(test.db, exampleTrip({ driverId: 'd-2' }), 'mine');
    await drive('theirs', '08:30:00');
    expect((await count('mine', { from: '00:00:00', to: '12:00:00' })).count).toBe(1);
  });
});

describe('laterTripEnds', () => {
  const later = (fleetId: string, args: { storedBefore?: Date; before?: string } = {}) =>
    laterTripEnds(test.db, {
      fleetId,
      driverId: 'd-1',
      after: at('08:00:00'),
      before: at(args.before ?? '11:00:00'),
      ...(args.storedBefore && { storedBefore: args.storedBefore }),
    });

  it('names each later end once, in order, without deleted trips', async () => {
    for (const end of ['08:00:00', '10:00:00', '09:00:00', '10:59:59', '11:00:00']) await drive('later', end);
    await keep(test.db, exampleTrip({ tripId: 'same', endTime: '2026-03-10T09:00:00Z' }), 'later');
    await setTripState(test.db, {
      fleetId: 'later',
      driverId: 'd-1',
      tripId: '10:00:00',
      state: 'deleted',
      at: at('12:00:00'),
    });
    expect(await later('later')).toEqual([at('09:00:00'), at('10:59:59')]);
  });

  it('knows only trips that added what they add before', async () => {
    const keepAs = (tripId: string, change: Partial<Trip> = {}): Promise<Date | undefined> => {
      const trip = exampleTrip({ tripId, endTime: '2026-03-10T09:00:00Z', ...change });
      const content = { contentHash: JSON.stringify(change), revision: 1, at: at('14:00:00') };
      return keepTrip(test.db, { fleetId: 'kept', trip, ...content });
    };
    const first = await keepAs('first');
    expect(await later('kept', { storedBefore: first! })).toEqual([]);
    const second = await keepAs('second', { endTime: '2026-03-10T08:00:00Z' });
    expect(await later('kept', { storedBefore: second! })).toEqual([at('09:00:00')]);
    expect(await keepAs('first', { score: 12 })).toEqual(first);
    await keepAs('first', { events: [phoneUse(), phoneUse()] });
    expect(await later('kept', { storedBefore: second! })).toEqual([]);
    expect(await later('kept')).toEqual([at('09:00:00')]);
  });

  it('puts what is kept after all that is there, whatever the clock said then', async () => {
    await drive('ahead', '09:00:00');
    const ahead = new Date(Date.now() + 3_600_000);
    await test.db.updateTable('trips').set({ windowSince: ahead }).where('fleetId', '=', 'ahead').execute();
    const late = exampleTrip({ tripId: 'late', endTime: '2026-03-10T08:00:00Z' });
    const content = { contentHash: 'h', revision: 1, at: at('14:00:00') };
    const since = await keepTrip(test.db, { fleetId: 'ahead', trip: late, ...content });
    expect(await later('ahead', { storedBefore: since! })).toEqual([at('09:00:00')]);
  });
});

describe('listWindowTrips', () => {
  it('gives what each trip adds to a window, and where history begins', async () => {
    await drive('list', '08:00:00', [phoneUse(), phoneUse()]);
    await drive('list', '09:00:00', []);
    await drive('list', '09:30:00', 'not sent');
    await drive('list', '10:00:00');
    const listed = await listWindowTrips(test.db, {
      fleetId: 'list',
      driverId: 'd-1',
      typeName: 'PHONE_USE',
      typeCode: 2,
      from: at('07:00:00'),
      to: at('10:00:00'),
      excludeTripId: '10:00:00',
    });
    const driven = { distanceKm: 10, durationSeconds: 600 };
    expect(listed).toEqual({
      trips: [
        { endedAt: at('08:00:00'), eventsKnown: true, count: 2, ...driven },
        { endedAt: at('09:00:00'), eventsKnown: true, count: 0, ...driven },
        { endedAt: at('09:30:00'), eventsKnown: false, count: 0, ...driven },
      ],
      historyBegin: at('08:00:00'),
    });
  });
});
