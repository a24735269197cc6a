import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '../../../simulator/simulator.ts';
import { call, KEY, list, still, textOf } from '../calls.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await still({ drivers: 30, groups: ['north', 'south'] });
});
afterAll(() => simulator.close());

describe('the key', () => {
  it.each(['', '?apikey=', '?apikey=wrong', `?apikey=${KEY}x`])('is wanted: %s', async (query) => {
    const response = await fetch(`${simulator.url}/v3/groups${query}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: 'The given apikey is not valid.' });
  });
});

it('lists the groups of the fleet', async () => {
  expect((await call(simulator, '/groups')).body).toEqual({ group_ids: ['north', 'south'] });
});

describe('GET /v3/drivers', () => {
  it('takes the last seven days and ten drivers by default', async () => {
    const { body } = await call(simulator, '/drivers');
    expect([body['start_date'], body['end_date'], body['next_offset']]).toEqual([
      '2026-05-01',
      '2026-05-07',
      10,
    ]);
    expect(list(body['drivers'])).toHaveLength(10);
    expect(Object.keys(list(body['drivers'])[0]!)).toEqual([
      'driver_id',
      'info',
      'driving_behavior',
      'daily_driving_behavior',
    ]);
  });

  it('pages through everyone once, the last page without next_offset', async () => {
    const seen: unknown[] = [];
    let offset: unknown = 0;
    while (offset !== undefined) {
      const { body } = await call(simulator, `/drivers?limit=7&fields=info&offset=${textOf(offset)}`);
      seen.push(...list(body['drivers']).map((driver) => driver['driver_id']));
      offset = body['next_offset'];
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(20);
    const whole = await call(simulator, '/drivers?limit=50');
    expect(list(whole.body['drivers']).map((driver) => driver['driver_id'])).toEqual(seen);
    expect(whole.body).not.toHaveProperty('next_offset');
  });

  it('lists active drivers only, but named ones always, whatever the group', async () => {
    const before = 'start_date=2026-01-01&end_date=2026-01-02';
    expect(list((await call(simulator, `/drivers?${before}`)).body['drivers'])).toEqual([]);
    const { body } = await call(simulator, `/drivers?${before}&ids=d-2,nobody,d-1&group_id=south`);
    const named = list(body['drivers']);
    expect(named.map((driver) => driver['driver_id'])).toEqual(['d-2', 'd-1']);
    expect(named[0]!['info']!['trip_count']).toBe(0);
  });

  it('keeps to a group', async () => {
    const north = list((await call(simulator, '/drivers?group_id=north&limit=50')).body['drivers']);
    const south = list((await call(simulator, '/drivers?group_id=south&limit=50')).body['drivers']);
    const ids = [...north, ...south].map((driver) => driver['driver_id']);
    expect(north.length).toBeGreaterThan(3);
    expect(south.length).toBeGreaterThan(3);
    expect(new Set(ids).size).toBe(ids.length);
    expect(list((await call(simulator, '/drivers?group_id=nowhere')).body['drivers'])).toEqual([]);
  });

  it.each([
    ['service_score', (driver: Loose2) => driver.driving_behavior.score.service_score],
    ['distance_km', (driver: Loose2) => driver.info.distance_km],
    ['phone_use_rating', (driver: Loose2) => driver.driving_behavior.event_rating.phone_use_rating],
  ])('sorts by %s', async (by, value) => {
    const sorted = async (type: string) =>
      list<Loose2>(
        (await call(simulator, `/drivers?limit=50&order_by=${by}&order_type=${type}`)).body['drivers'],
      ).map(value);
    const up = await sorted('asc');
    expect(up).toEqual([...up].sort((one, other) => one - other));
    expect(await sorted('desc')).toEqual([...up].reverse());
    expect(new Set(up).size).toBeGreaterThan(5);
  });
});

describe('GET /v3/score', () => {
  it('averages over the drivers', async () => {
    const { body } = await call(simulator, '/score');
    const drivers = list<Loose2>((await call(simulator, '/drivers?limit=50')).body['drivers']);
    const scores = drivers.map((driver) => driver.driving_behavior.score.service_score);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    expect(body['driving_behavior']!['score']!['service_score']).toBeCloseTo(mean, 1);
    expect(body['info']!['drivers_count']).toBe(drivers.length);
    expect(body['info']!['last_trip_date']).toBe('2026-05-07');
    expect(list(body['daily_driving_behavior']).map((day) => day['date'])).toEqual([
      '2026-05-01',
      '2026-05-02',
      '2026-05-03',
      '2026-05-04',
      '2026-05-05',
      '2026-05-06',
      '2026-05-07',
    ]);
  });

  it('takes a group and sections', async () => {
    const whole = await call(simulator, '/score?fields=info');
    const north = await call(simulator, '/score?fields=info&group_id=north');
    expect(Object.keys(whole.body)).toEqual(['start_date', 'end_date', 'info']);
    expect(Number(north.body['info']!['distance_km'])).toBeLessThan(
      Number(whole.body['info']!['distance_km']),
    );
  });
});

describe('GET /v3/driver/{id}/score', () => {
  it('is the score at the end of the range, and the sums over it', async () => {
    const ask = async (range: string) => (await call(simulator, `/driver/d-3/score?${range}`)).body;
    const now = await ask('');
    const week = await ask('start_date=2026-04-24&end_date=2026-04-30');
    const day = await ask('start_date=2026-05-07&end_date=2026-05-07');
    expect(now['info']).toMatchObject({ attributes: expect.stringContaining('"name"') as string });
    expect(Object.keys(now['info']!).sort()).toEqual([
      'attributes',
      'device_info',
      'distance_km',
      'driver_start_date',
      'duration_seconds',
      'highway_ratio',
      'night_driving_fraction',
      'trip_count',
    ]);
    const score = (body: typeof now) => Number(body['driving_behavior']!['score']!['service_score']);
    expect(score(day)).toBe(score(now));
    expect(score(week) - score(now)).toBeGreaterThan(10);
    expect(Number(day['info']!['trip_count'])).toBeLessThan(Number(now['info']!['trip_count']));
    expect([week['start_date'], week['end_date']]).toEqual(['2026-04-24', '2026-04-30']);
  });

  it('answers 404 for an unknown driver', async () => {
    expect(await call(simulator, '/driver/nobody/score')).toMatchObject({
      status: 404,
      body: { error: 'The given driver id is not valid.' },
    });
  });
});

describe('sessions and trips of a driver', () => {
  it('come by session and tracking id', async () => {
    const driver = simulator.drivers().find((known) => known.driverId === 'd-3')!.driverId;
    for (const tag of ['first', 'first', 'second'])
      simulator.drive({ driverId: driver, sessionId: tag, trackingId: `${tag}-job` });
    const sessions = await call(
      simulator,
      `/driver/${driver}/sessions?start_date=2026-05-07&end_date=2026-05-07&limit=50`,
    );
    const ids = list(sessions.body['sessions']).map((session) => session['session_id']);
    expect(ids).toEqual(expect.arrayContaining(['first', 'second']));
    expect(new Set(ids).size).toBe(ids.length);
    const paged = await call(simulator, `/driver/${driver}/sessions?limit=1`);
    expect(paged.body['next_offset']).toBe(1);
    const count = async (query: string) =>
      list((await call(simulator, `/driver/${driver}/trips?limit=50&${query}`)).body['trips']).length;
    expect(await count('session_ids=first')).toBe(2);
    expect(await count('session_ids=first,second')).toBe(3);
    expect(await count('tracking_ids=second-job')).toBe(1);
    expect(await count('session_ids=none')).toBe(0);
  });

  it('page without next_offset until an empty page', async () => {
    const range = 'start_date=2026-04-20&end_date=2026-05-06';
    const seen: unknown[] = [];
    for (let page = 0; ; page += 1) {
      const { body } = await call(simulator, `/driver/d-4/trips?${range}&limit=9&offset=${page * 9}`);
      expect(body).not.toHaveProperty('next_offset');
      const trips = list(body['trips']);
      if (trips.length === 0) break;
      seen.push(...trips.map((trip) => trip['trip_id']));
    }
    expect(seen.length).toBeGreaterThan(20);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('are in no order unless one is asked for', async () => {
    const ask = async (query: string) =>
      list<Loose2>(
        (await call(simulator, `/driver/d-4/trips?limit=50&start_date=2026-05-04&${query}`)).body['trips'],
      );
    const starts = (trips: Loose2[]) => trips.map((trip) => trip.info.start_time);
    expect(starts(await ask('order_by=start_time'))).toEqual([...starts(await ask('')).sort()]);
    expect(starts(await ask(''))).not.toEqual([...starts(await ask(''))].sort());
    const distances = (await ask('order_by=distance_km&order_type=desc')).map(
      (trip) => trip.info.distance_km,
    );
    expect(distances).toEqual([...distances].sort((one, other) => other - one));
  });

  it('belong to UTC dates, both ends included', async () => {
    const { tripId } = simulator.drive({
      driverId: 'd-5',
      startTime: '2026-05-05T23:59:59.500Z',
      durationSeconds: 600,
    });
    const has = async (range: string) =>
      list((await call(simulator, `/driver/d-5/trips?limit=50&${range}`)).body['trips']).some(
        (trip) => (trip['trip_id'] as unknown) === tripId,
      );
    expect(await has('start_date=2026-05-05&end_date=2026-05-05')).toBe(true);
    expect(await has('start_date=2026-05-06&end_date=2026-05-06')).toBe(false);
  });
});

describe('GET trip', () => {
  it('leaves the long sections out unless they are asked for', async () => {
    const { driverId, tripId } = simulator.drive({
      driverId: 'd-1',
      events: [
        { type: 'OVERSPEEDING', count: 2 },
        { type: 'HARD_BRAKE', count: 1 },
      ],
      distanceKm: 20,
    });
    const path = `/driver/${driverId}/trip/${tripId}`;
    expect(Object.keys((await call(simulator, path)).body)).toEqual(['trip_id', 'info', 'driving_behavior']);
    const { body } = await call(simulator, `${path}?fields=events,simple_path,speed_profile`);
    expect(Object.keys(body).sort()).toEqual(['events', 'simple_path', 'speed_profile', 'trip_id']);
    const events = list<Record<string, unknown>>(body['events']);
    expect(events.map((event) => event['event_type_name']).sort()).toEqual([
      'HARD_BRAKE',
      'OVERSPEEDING',
      'OVERSPEEDING',
    ]);
    for (const event of events) expect('posted_speed_limit_kmph' in event).toBe(event['event_type'] === 3);
    const profile = list<[number, number, number]>(body['speed_profile']);
    expect(profile.map(([, time]) => time)).toEqual([...profile.map(([, time]) => time)].sort());
    // 20 km in MPH: a profile in km/h would add up to 32.
    const hours = (profile.at(-1)![1] - profile[0]![1]) / 3_600_000;
    const miles = (profile.reduce((sum, [speed]) => sum + speed, 0) / (profile.length - 1)) * hours;
    expect(miles * 1.609344).toBeGreaterThan(18);
    expect(miles * 1.609344).toBeLessThan(22);
    expect(
      list<{ time_millis: number; timestamp: string }>(body['simple_path']).every(
        (point) => Date.parse(point.timestamp) === point.time_millis,
      ),
    ).toBe(true);
  });

  it('knows a trip of the history by the id the list gave', async () => {
    const [trip] = list((await call(simulator, '/driver/d-6/trips?limit=1')).body['trips']);
    const { body } = await call(simulator, `/driver/d-6/trip/${textOf(trip!['trip_id'])}`);
    expect(body).toEqual(trip);
  });

  it('knows no other trip, and no trip of another driver', async () => {
    const { tripId } = simulator.drive({ driverId: 'd-1' });
    for (const path of ['/driver/d-1/trip/17', `/driver/d-2/trip/${tripId}`, `/driver/nobody/trip/${tripId}`])
      expect(await call(simulator, path)).toMatchObject({
        status: 404,
        body: { error: 'The given trip id is not valid.' },
      });
  });
});

it('takes a range of centuries in its stride', async () => {
  const range = 'start_date=0001-01-01&end_date=9999-12-31';
  const living = await still({ autoDrive: true });
  for (const path of ['/drivers', '/score', '/driver/d-1/score', '/driver/d-1/trips', '/driver/d-1/sessions'])
    expect((await call(living, `${path}?${range}`)).status).toBe(200);
  expect(list((await call(living, `/drivers?${range}&limit=50`)).body['drivers'])).toHaveLength(12);
  await living.close();
});

describe('bad requests', () => {
  it.each([
    '/drivers?limit=0',
    '/drivers?limit=51',
    '/drivers?limit=x',
    '/drivers?offset=-1',
    '/drivers?fields=events',
    '/drivers?order_by=name',
    '/drivers?order_type=up',
    '/score?start_date=2026-02-30',
    '/score?start_date=yesterday',
    '/score?start_date=2026-05-02&end_date=2026-05-01',
    '/driver/d-1/trips?fields=simple_path',
    '/driver/d-1/trip/1?fields=daily_driving_behavior',
    '/driver/%E0%A4%A/score',
  ])('get a 400 with an error: %s', async (path) => {
    const { status, body } = await call(simulator, path);
    expect(status).toBe(400);
    expect(body['error']).toMatch(/./);
  });

  it('get a 404 where there is nothing', async () => {
    expect((await call(simulator, '/nothing')).status).toBe(404);
    expect((await call(simulator, '/drivers', { method: 'POST' })).status).toBe(404);
  });
});

interface Loose2 {
  info: { distance_km: number; start_time: string };
  driving_behavior: { score: { service_score: number }; event_rating: { phone_use_rating: number } };
}
