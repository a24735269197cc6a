import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../../simulator/simulator.ts';
import { call, list, receiver, still, until, textOf } from './calls.ts';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await still();
});
afterEach(() => simulator.close());

const NO_SUCH_TRIP = { status: 404, body: { error: 'The given trip id is not valid.' } };

async function scoreOf(driverId: string, range = ''): Promise<{ score: number; trips: number; km: number }> {
  const { body } = await call(simulator, `/driver/${driverId}/score?${range}`);
  return {
    score: Number(body['driving_behavior']!['score']!['service_score']),
    trips: Number(body['info']!['trip_count']),
    km: Number(body['info']!['distance_km']),
  };
}

describe('DELETE trip', () => {
  it('takes the trip out of every answer and out of the scores', async () => {
    const before = await scoreOf('d-1');
    const fleetBefore = (await call(simulator, '/score')).body;
    const { tripId } = simulator.drive({ driverId: 'd-1', distanceKm: 40, score: 5 });
    const withTrip = await scoreOf('d-1');
    expect(withTrip.score).toBeLessThan(before.score - 4);
    expect(withTrip.trips).toBe(before.trips + 1);
    expect((await call(simulator, '/score')).body).not.toEqual(fleetBefore);
    const path = `/driver/d-1/trip/${tripId}`;
    const deletion = await call(simulator, path, { method: 'DELETE' });
    expect(deletion).toMatchObject({ status: 200, body: { success: true } });
    expect(await scoreOf('d-1')).toEqual(before);
    expect((await call(simulator, '/score')).body).toEqual(fleetBefore);
    expect(await call(simulator, path)).toMatchObject(NO_SUCH_TRIP);
    expect(await call(simulator, path, { method: 'DELETE' })).toMatchObject(NO_SUCH_TRIP);
  });

  it('deletes trips of the history too', async () => {
    const ids = async () =>
      list((await call(simulator, '/driver/d-4/trips?limit=50&start_date=2026-05-04')).body['trips']).map(
        (trip) => textOf(trip['trip_id']),
      );
    const [first, ...others] = await ids();
    const before = await scoreOf('d-4');
    await call(simulator, `/driver/d-4/trip/${first!}`, { method: 'DELETE' });
    expect(await ids()).toEqual(others);
    expect((await scoreOf('d-4')).trips).toBe(before.trips - 1);
  });

  it('makes a driver inactive when it was his only trip', async () => {
    const active = async () => {
      const { body } = await call(simulator, '/drivers?start_date=2026-03-02&end_date=2026-03-02');
      return list(body['drivers']).map((driver) => driver['driver_id']);
    };
    expect(await active()).toEqual([]);
    const { tripId } = simulator.drive({ driverId: 'd-5', startTime: '2026-03-02T10:00:00Z' });
    expect(await active()).toEqual(['d-5']);
    await call(simulator, `/driver/d-5/trip/${tripId}`, { method: 'DELETE' });
    expect(await active()).toEqual([]);
  });

  it('does not touch the trip of the same id of another driver', async () => {
    const tripId = '1778000000000';
    for (const driverId of ['d-1', 'd-2']) simulator.drive({ driverId, tripId });
    await call(simulator, `/driver/d-1/trip/${tripId}`, { method: 'DELETE' });
    expect((await call(simulator, `/driver/d-2/trip/${tripId}`)).status).toBe(200);
    expect(await call(simulator, `/driver/d-1/trip/${tripId}`)).toMatchObject(NO_SUCH_TRIP);
  });
});

describe('a trip that is announced early', () => {
  it('cannot be read, found or deleted until its time has come', async () => {
    const hook = await receiver();
    simulator.setWebhook(hook.url);
    const before = await scoreOf('d-1');
    const { tripId } = simulator.drive({ driverId: 'd-1', readableAfterSeconds: 30 });
    const path = `/driver/d-1/trip/${tripId}`;
    await until('the notification arrives', () => hook.received.length === 1);
    expect(hook.received[0]).toMatchObject({ type: 'TRIP_SCORED', driver_id: 'd-1', trip_id: tripId });
    expect(await call(simulator, path)).toMatchObject(NO_SUCH_TRIP);
    expect(await call(simulator, path, { method: 'DELETE' })).toMatchObject(NO_SUCH_TRIP);
    expect(await scoreOf('d-1')).toEqual(before);
    simulator.advance(29);
    expect(await call(simulator, path)).toMatchObject(NO_SUCH_TRIP);
    simulator.advance(1);
    expect((await call(simulator, path)).body['trip_id']).toBe(tripId);
    expect((await scoreOf('d-1')).trips).toBe(before.trips + 1);
    await hook.close();
  });

  it('appears among the active drivers once it can be read', async () => {
    const active = async () => {
      const { body } = await call(simulator, '/drivers?start_date=2026-03-02&end_date=2026-03-02');
      return list(body['drivers']).length;
    };
    simulator.drive({ driverId: 'd-5', startTime: '2026-03-02T10:00:00Z', readableAfterSeconds: 10 });
    expect(await active()).toBe(0);
    simulator.advance(10);
    expect(await active()).toBe(1);
  });
});

describe('scoring again', () => {
  const events = async (tripId: string) =>
    list((await call(simulator, `/driver/d-1/trip/${tripId}?fields=events`)).body['events']).map(
      (event) => event['event_type_name'],
    );
  const score = async (tripId: string) =>
    Number(
      (await call(simulator, `/driver/d-1/trip/${tripId}`)).body['driving_behavior']!['score']![
        'service_score'
      ],
    );

  it('finds a collision later, and lowers the score', async () => {
    const { tripId } = simulator.drive({ driverId: 'd-1', events: [{ type: 'HARD_BRAKE', count: 1 }] });
    const before = await score(tripId);
    simulator.rescore({ driverId: 'd-1', tripId }, { afterSeconds: 60 });
    simulator.advance(59);
    expect(await events(tripId)).toEqual(['HARD_BRAKE']);
    simulator.advance(1);
    expect((await events(tripId)).sort()).toEqual(['COLLISION', 'HARD_BRAKE']);
    expect(await score(tripId)).toBeLessThan(Math.min(40, before));
  });

  it('sets a score, and notifies only on request', async () => {
    const hook = await receiver();
    simulator.setWebhook(hook.url);
    const { tripId } = simulator.drive({ driverId: 'd-1', notify: false });
    simulator.rescore({ driverId: 'd-1', tripId }, { score: 61 });
    expect(await score(tripId)).toBe(61);
    expect(await events(tripId)).not.toContain('COLLISION');
    expect(simulator.webhooks()).toEqual([]);
    simulator.rescore({ driverId: 'd-1', tripId }, { score: 62, notify: true });
    await until('the notification arrives', () => hook.received.length === 1);
    await hook.close();
  });

  it('works for trips of the history, and for no other', async () => {
    const [trip] = list((await call(simulator, '/driver/d-1/trips?limit=1')).body['trips']);
    const tripId = textOf(trip!['trip_id']);
    simulator.rescore({ driverId: 'd-1', tripId });
    expect(await events(tripId)).toContain('COLLISION');
    expect(() => simulator.rescore({ driverId: 'd-1', tripId: '17' })).toThrow('no such trip');
    await call(simulator, `/driver/d-1/trip/${tripId}`, { method: 'DELETE' });
    expect(() => simulator.rescore({ driverId: 'd-1', tripId })).toThrow('deleted');
  });
});

it('drops a driver’s score from a date on', async () => {
  const range = (day: string) => `start_date=${day}&end_date=${day}`;
  const before = { yesterday: await scoreOf('d-1', range('2026-05-06')), today: await scoreOf('d-1') };
  simulator.dropScore('d-1', { points: 20 });
  expect(await scoreOf('d-1', range('2026-05-06'))).toEqual(before.yesterday);
  expect((await scoreOf('d-1')).score).toBe(before.today.score - 20);
  simulator.dropScore('d-1', { points: 200, from: '2026-05-06' });
  expect((await scoreOf('d-1', range('2026-05-06'))).score).toBe(0);
});

describe('wishes', () => {
  it.each([
    ['collision', ['COLLISION']],
    ['phone', ['PHONE_USE']],
    ['hard_brake', ['HARD_BRAKE']],
    ['speeding', ['OVERSPEEDING']],
  ] as const)('a %s trip has its events', async (kind, wanted) => {
    const { tripId } = simulator.drive({ driverId: 'd-1', kind });
    const { body } = await call(simulator, `/driver/d-1/trip/${tripId}?fields=events`);
    expect(list(body['events']).map((event) => event['event_type_name'])).toEqual(
      expect.arrayContaining([...wanted]),
    );
  });

  it('makes invalid trips: too short, without movement, with few points', async () => {
    const check = async (kind: 'short' | 'no_movement' | 'few_points') => {
      const { tripId } = simulator.drive({ driverId: 'd-1', kind });
      const { body } = await call(simulator, `/driver/d-1/trip/${tripId}?fields=info,simple_path,events`);
      return {
        km: Number(body['info']!['distance_km']),
        seconds: Number(body['info']!['duration_seconds']),
        points: list(body['simple_path']).length,
      };
    };
    const short = await check('short');
    expect(short.km).toBeLessThan(0.2);
    expect(short.seconds).toBeLessThan(60);
    const parked = await check('no_movement');
    expect(parked.km).toBe(0);
    expect(parked.seconds).toBeGreaterThan(200);
    const sparse = await check('few_points');
    expect(sparse.points).toBe(2);
    expect(sparse.km).toBeGreaterThan(1);
  });

  it('refuses unknown drivers and impossible times', () => {
    expect(() => simulator.drive({ driverId: 'nobody' })).toThrow('No driver');
    expect(() => simulator.drive({ endTime: 'soon' })).toThrow('end_time');
    expect(() =>
      simulator.drive({ startTime: '2026-05-07T10:00:00Z', endTime: '2026-05-07T09:00:00Z' }),
    ).toThrow('end before');
  });

  it('gives every trip an id of its own', () => {
    const ids = Array.from(
      { length: 300 },
      () => simulator.drive({ driverId: 'd-1', durationSeconds: 60, endTime: '2026-05-07T11:00:00Z' }).tripId,
    );
    expect(new Set(ids).size).toBe(300);
  });
});
