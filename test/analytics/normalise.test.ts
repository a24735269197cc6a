import { describe, expect, it } from 'vitest';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../../analytics/index.ts';

const trip = (body: unknown): ReturnType<typeof normaliseTrip> => normaliseTrip('d', 't', body);
const pointers = (reading: { problems: readonly { pointer: string }[] }): string[] =>
  reading.problems.map(({ pointer }) => pointer);

describe('a text of any length', () => {
  const long = 'x'.repeat(1_000_000);

  it('is cut where the interface names it, and noted; nothing else of the trip is lost', () => {
    const normalised = trip({
      info: { distance_km: 2, insurance_period: long, session_id: long },
      events: [{ event_type: 99, event_type_name: long }],
    });
    expect(normalised).toMatchObject({
      distanceKm: 2,
      insurancePeriod: 'x'.repeat(512),
      events: [{ typeCode: 99, typeName: 'X'.repeat(512) }],
    });
    expect(normalised.sessionId).toBeUndefined();
    expect(normalised.problems).toEqual([
      { pointer: '/info/session_id', message: 'text of more than 512 characters where an id belongs' },
      { pointer: '/info/insurance_period', message: 'text of more than 512 characters, cut' },
      { pointer: '/events/0/event_type_name', message: 'text of more than 512 characters, cut' },
    ]);
  });

  it('of a device or sensor is cut', () => {
    const { devices } = normaliseDriver('d', {
      info: { device_info: [{ model: long, missing_data: ['gyroscope', long] }] },
    });
    expect(devices).toEqual([{ model: 'x'.repeat(512), missingData: ['gyroscope', 'x'.repeat(512)] }]);
  });

  it('in a field that nothing names is kept as far as a rule sees that it is too long', () => {
    const given = { note: long, deep: [{ [long]: long }], short: 'y' };
    const kept = { note: 'x'.repeat(10_001), deep: [{ ['x'.repeat(512)]: 'x'.repeat(10_001) }], short: 'y' };
    expect(trip({ info: given }).extra).toEqual(kept);
    expect(normaliseDriver('d', { info: { attributes: given } }).attributes).toEqual(kept);
    expect(normaliseDriver('d', { info: { attributes: JSON.stringify(given) } }).attributes).toEqual(kept);
    expect(pointers(trip({ info: given }))).toContain('/info/note');
  });

  it('is no name of a rating', () => {
    const behavior = { driving_behavior: { event_rating: { [`${long}_rating`]: 4, hard_brake_rating: 3 } } };
    expect(trip(behavior).ratings).toEqual({ hard_brake_rating: 3 });
  });
});

describe('a whole trip', () => {
  it('takes every field of the interface', () => {
    const normalised = trip({
      trip_id: 't',
      info: {
        distance_km: 12.5,
        duration_seconds: 900,
        trip_max_speed_kmph: 88,
        start_time: '2026-03-01T23:50:00-05:00',
        end_time: '2026-03-02T00:05:00-05:00',
        tracking_id: 'tr',
        session_id: 's',
        insurance_period: 'P2',
        phone_pose: 'mounted',
      },
      driving_behavior: {
        score: { service_score: 81 },
        event_rating: { hard_brake_rating: 4, phone_use_rating: -1, hard_turn_rating: 3.5 },
      },
      simple_path: [
        { latitude: 1, longitude: 2, timestamp: '2026-03-01T23:50:00Z', time_millis: 1772409000000 },
        { latitude: 1, longitude: 2, timestamp: '1970-01-01T00:00:01Z' },
        { latitude: -90, longitude: 180 },
      ],
      speed_profile: [
        [10, 1772409000000, 30],
        [0, 1772409001000, 'NA'],
      ],
      events: [
        {
          event_type: 3,
          event_type_name: 'OVERSPEEDING',
          start_time: '2026-03-01T23:51:00-05:00',
          end_time: '2026-03-01T23:51:07.5-05:00',
          latitude_start: 1,
          longitude_start: 2,
          latitude_end: 3,
          longitude_end: 4,
          average_driver_speed_kmph: 70,
          max_driver_speed_kmph: 75,
          posted_speed_limit_kmph: 50,
          road: { kind: 'urban' },
        },
      ],
    });
    expect(normalised).toEqual({
      driverId: 'd',
      tripId: 't',
      distanceKm: 12.5,
      durationSeconds: 900,
      maxSpeedKmph: 88,
      startTime: '2026-03-01T23:50:00-05:00',
      endTime: '2026-03-02T00:05:00-05:00',
      trackingId: 'tr',
      sessionId: 's',
      insurancePeriod: 'P2',
      score: 81,
      ratings: { hard_brake_rating: 4, phone_use_rating: null, hard_turn_rating: 3.5 },
      path: [
        { latitude: 1, longitude: 2, timeMillis: 1772409000000 },
        { latitude: 1, longitude: 2, timeMillis: 1000 },
        { latitude: -90, longitude: 180 },
      ],
      speedProfile: [
        { speedKmph: 16.09344, timeMillis: 1772409000000, speedLimit: 30 },
        { speedKmph: 0, timeMillis: 1772409001000 },
      ],
      events: [
        {
          typeCode: 3,
          typeName: 'OVERSPEEDING',
          startTime: '2026-03-01T23:51:00-05:00',
          endTime: '2026-03-01T23:51:07.5-05:00',
          durationSeconds: 7.5,
          latitudeStart: 1,
          longitudeStart: 2,
          latitudeEnd: 3,
          longitudeEnd: 4,
          averageDriverSpeedKmph: 70,
          maxDriverSpeedKmph: 75,
          postedSpeedLimitKmph: 50,
          extra: { road: { kind: 'urban' } },
        },
      ],
      extra: { phone_pose: 'mounted' },
      problems: [],
    });
  });

  it('of an empty body knows nothing: absent sections stay absent, and nothing is 0', () => {
    expect(trip({})).toEqual({ driverId: 'd', tripId: 't', ratings: {}, extra: {}, problems: [] });
  });

  it.each([null, [], 'text', 4, true])('of %j is a trip with nothing in it', (body) => {
    expect(trip(body)).toMatchObject({ tripId: 't', ratings: {}, extra: {} });
  });
});

describe('scores and ratings', () => {
  it.each([
    [
      'driving_behavior.score',
      { driving_behavior: { score: { service_score: 7 }, event_rating: { a_rating: 2 } } },
    ],
    ['driving_behavior', { driving_behavior: { service_score: 7, event_rating: { a_rating: 2 } } }],
    ['ratings beside the score', { driving_behavior: { service_score: 7, a_rating: 2 } }],
    ['score of a notification', { score: { service_score: 7, event_rating: { a_rating: 2 } } }],
    ['score and ratings at the top', { score: { service_score: 7 }, event_rating: { a_rating: 2 } }],
    [
      'both, the first usable counts',
      { driving_behavior: { service_score: '9' }, score: { service_score: 7, a_rating: 2 } },
    ],
  ])('are found in %s', (_name, body) => {
    for (const reading of [trip(body), normaliseDriver('d', body), normaliseFleet(body)])
      expect(reading).toMatchObject({ score: 7, ratings: { a_rating: 2 } });
  });

  it.each([
    [-1, null],
    [-0.5, null],
    ['NA', null],
    [0, 0],
    [71.25, 71.25],
  ])('%j is %j', (sent, expected) => {
    const normalised = trip({
      driving_behavior: { service_score: sent, event_rating: { phone_use_rating: sent } },
    });
    expect(normalised).toMatchObject({
      score: expected,
      ratings: { phone_use_rating: expected },
      problems: [],
    });
  });

  it('of a driver and a fleet say which of them came as NA, and those of a trip stay as they were', () => {
    const body = {
      driving_behavior: {
        service_score: 'NA',
        event_rating: { phone_use_rating: -1, hard_brake_rating: 'NA' },
      },
    };
    const notGiven = ['service_score', 'hard_brake_rating'];
    expect(normaliseDriver('d', body)).toMatchObject({ score: null, notGiven });
    expect(normaliseFleet(body)).toMatchObject({ score: null, notGiven });
    expect(trip(body)).not.toHaveProperty('notGiven');
    expect(normaliseFleet({ driving_behavior: { service_score: -1 } })).not.toHaveProperty('notGiven');
  });

  it.each(['4', '', true, [4], { value: 4 }, Number.NaN, Infinity])('%j is a problem and absent', (sent) => {
    const normalised = trip({
      driving_behavior: { service_score: sent, event_rating: { phone_use_rating: sent } },
    });
    expect(normalised).not.toHaveProperty('score');
    expect(normalised.ratings).toEqual({});
    expect(pointers(normalised)).toEqual([
      '/driving_behavior/service_score',
      '/driving_behavior/event_rating/phone_use_rating',
    ]);
  });

  it('are absent without a problem when they were not sent or are null', () => {
    expect(
      trip({ driving_behavior: { score: null, service_score: null, event_rating: { a_rating: null } } }),
    ).toEqual({
      driverId: 'd',
      tripId: 't',
      ratings: {},
      extra: {},
      problems: [],
    });
  });
});

describe('trip info', () => {
  it.each([
    [{ info: { trip_max_speed_kmph: 80 } }, 80],
    [{ trip_max_speed: 80 }, 80],
    [{ trip_max_speed: 70, info: { trip_max_speed_kmph: 80 } }, 80],
    [{ trip_max_speed: 70, info: { trip_max_speed_kmph: 'NA' } }, 70],
  ])('finds the maximum speed in %j', (body, expected) => {
    expect(trip(body)).toMatchObject({ maxSpeedKmph: expected, problems: [] });
  });

  it('takes NA, null and empty text for absent, silently', () => {
    const info = {
      session_id: 'NA',
      tracking_id: '',
      insurance_period: ' NA ',
      distance_km: 'NA',
      start_time: 'NA',
      end_time: null,
    };
    expect(
      trip({ info, events: 'NA', simple_path: null, speed_profile: 'NA', driving_behavior: 'NA' }),
    ).toEqual(trip({}));
  });

  it.each(['40', true, [1], {}, Infinity, -1, Number.NaN])(
    'a distance of %j is a problem and absent',
    (sent) => {
      const normalised = trip({ info: { distance_km: sent } });
      expect(normalised).not.toHaveProperty('distanceKm');
      expect(pointers(normalised)).toEqual(['/info/distance_km']);
      expect(normalised.extra).toEqual({});
    },
  );

  it('never repeats a wrong value', () => {
    const normalised = trip({
      info: { distance_km: 'secret-1', start_time: 'secret-2', session_id: { at: 'secret-3' } },
      simple_path: [{ latitude: 'secret-4', longitude: 999.123 }],
    });
    expect(normalised.problems.length).toBeGreaterThanOrEqual(5);
    expect(JSON.stringify(normalised.problems)).not.toMatch(/secret|999/);
  });

  it('bounds the list of problems', () => {
    const { problems, path } = trip({ simple_path: Array.from({ length: 500 }, () => 'x') });
    expect(path).toEqual([]);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)?.message).toMatch(/^\d{3} more problems/);
  });
});

describe('ids', () => {
  it('the id asked by counts; another one in the body is noted', () => {
    expect(trip({ trip_id: 'other' })).toMatchObject({ tripId: 't', problems: [{ pointer: '/trip_id' }] });
    expect(normaliseTrip('d', '17', { trip_id: 17 })).toMatchObject({ tripId: '17', problems: [] });
  });

  it.each([
    ['abc', 'abc', 0],
    [1735000000000, '1735000000000', 0],
    [2 ** 53, '', 2],
    [1.5, '1.5', 0],
    [0.1 + 0.2, '', 2],
    [undefined, '', 1],
    ['NA', '', 1],
    [{}, '', 2],
  ])('without one asked by, trip_id %j gives %j', (sent, expected, problems) => {
    const normalised = normaliseTrip('d', undefined, { trip_id: sent });
    expect(normalised.tripId).toBe(expected);
    expect(normalised.problems).toHaveLength(problems);
  });

  it('a numeric session id becomes text', () => {
    expect(trip({ info: { session_id: 42 } }).sessionId).toBe('42');
  });
});

describe('timestamps', () => {
  it.each([
    ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00Z'],
    ['2026-03-01T08:00:00.123456+05:30', '2026-03-01T08:00:00.123456+05:30'],
    ['2026-03-01T08:00:00+0530', '2026-03-01T08:00:00+05:30'],
    ['2026-03-01T08:00-08', '2026-03-01T08:00:00-08:00'],
    ['2026-03-01 08:00:00z', '2026-03-01T08:00:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['20260301T080000Z', '2026-03-01T08:00:00Z'],
    ['20260301T0800+0530', '2026-03-01T08:00:00+05:30'],
    ['2026-03-01T08:00:00,123+01:00', '2026-03-01T08:00:00.123+01:00'],
    ['2026-03-01T08:00:00.1234567890123Z', '2026-03-01T08:00:00.123456789Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['2017-01-01T00:59:60,5+01:00', '2017-01-01T01:00:00.5+01:00'],
    ['2026-03-01 08:00:00 +01:00', '2026-03-01T08:00:00+01:00'],
    ['2026-03-01T08:00:00\u221205:00', '2026-03-01T08:00:00-05:00'],
    ['2026-03-01T08:00:00+01:00[Europe/Berlin]', '2026-03-01T08:00:00+01:00'],
  ])('%s is kept as %s', (sent, expected) => {
    expect(trip({ info: { start_time: sent } })).toMatchObject({ startTime: expected, problems: [] });
    expect(Date.parse(expected)).not.toBeNaN();
  });

  it.each([
    '2026-03-01T08:00:00',
    '2026-03-01',
    '2026-02-30T08:00:00Z',
    '2026-13-01T08:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T08:00:61Z',
    '2026-03-01T08:00:00[Europe/Berlin]',
    '20260301',
    '2026-03-01T08:60:00Z',
    '2026-03-01T08:00:00+16:00',
    '0000-03-01T08:00:00Z',
    'yesterday',
    1735000000000,
  ])('%j is a problem and absent', (sent) => {
    const normalised = trip({ info: { start_time: sent } });
    expect(normalised).not.toHaveProperty('startTime');
    expect(pointers(normalised)).toEqual(['/info/start_time']);
  });
});

describe('events', () => {
  const types = (...events: unknown[]): unknown =>
    trip({ events }).events?.map(({ typeCode, typeName }) => [typeCode, typeName]);

  it.each([
    [0, 'HARD_BRAKE'],
    [1, 'RAPID_ACCELERATION'],
    [2, 'PHONE_USE'],
    [3, 'OVERSPEEDING'],
    [4, 'COLLISION'],
    [5, 'HARD_TURN'],
    [6, 'PHONE_SCREEN_INTERACTION'],
  ])('type %i is %s, whichever was sent', (code, name) => {
    expect(
      types({ event_type: code }, { event_type_name: name }, { event_type_name: name.toLowerCase() }),
    ).toEqual([
      [code, name],
      [code, name],
      [code, name],
    ]);
  });

  it('keeps unknown types', () => {
    expect(
      types({ event_type: 99 }, { event_type_name: 'YAWN' }, { event_type: 98, event_type_name: 'NAP' }),
    ).toEqual([
      [99, undefined],
      [undefined, 'YAWN'],
      [98, 'NAP'],
    ]);
    expect(trip({ events: [{ event_type: 99 }, { event_type_name: 'YAWN' }] }).problems).toEqual([]);
  });

  it('keeps code and name that disagree, and says so', () => {
    const normalised = trip({ events: [{ event_type: 0, event_type_name: 'COLLISION' }] });
    expect(normalised.events).toEqual([{ typeCode: 0, typeName: 'COLLISION', extra: {} }]);
    expect(pointers(normalised)).toEqual(['/events/0/event_type_name']);
  });

  it('keeps the others when some are unusable, and these as events without a type', () => {
    const normalised = trip({
      events: ['x', { event_type: 4 }, null, 7, [], { event_type: '4' }, { event_type: 2.5 }],
    });
    const none = undefined;
    expect(normalised.events?.map(({ typeCode }) => typeCode)).toEqual([
      none,
      4,
      none,
      none,
      none,
      none,
      none,
    ]);
    expect(new Set(pointers(normalised))).toEqual(
      new Set([
        '/events/0',
        '/events/2',
        '/events/3',
        '/events/4',
        '/events/5/event_type',
        '/events/6/event_type',
      ]),
    );
  });

  it('an absent section is unknown, an empty one is none, a wrong one is unknown and noted', () => {
    expect(trip({ info: {} })).not.toHaveProperty('events');
    expect(trip({ events: [] }).events).toEqual([]);
    expect(trip({ events: {} })).not.toHaveProperty('events');
    expect(pointers(trip({ events: {} }))).toEqual(['/events']);
  });

  it('overlapping events stay; an end before the start has no duration', () => {
    const event = {
      event_type: 2,
      start_time: '2026-03-01T08:00:10Z',
      end_time: '2026-03-01T09:00:00+01:00',
    };
    const { events } = trip({ events: [event, { ...event, event_type: 3 }] });
    expect(events).toHaveLength(2);
    expect(events?.[0]).not.toHaveProperty('durationSeconds');
  });

  it('positions outside the earth are problems, the event stays', () => {
    const normalised = trip({ events: [{ event_type: 4, latitude_start: 91, longitude_end: -181 }] });
    expect(normalised.events).toEqual([{ typeCode: 4, typeName: 'COLLISION', extra: {} }]);
    expect(pointers(normalised)).toEqual(['/events/0/latitude_start', '/events/0/longitude_end']);
  });
});

describe('speed profile', () => {
  it('leaves unusable samples out and notes them', () => {
    const normalised = trip({
      speed_profile: [['10', 1, 30], [10], 'x', [1.7e308, 1, 30], [10, 5.4, '30'], [20, 6, 25]],
    });
    expect(normalised.speedProfile).toEqual([
      { speedKmph: 16.09344, timeMillis: 5 },
      { speedKmph: 32.18688, timeMillis: 6, speedLimit: 25 },
    ]);
    expect(pointers(normalised)).toContain('/speed_profile/4/2');
  });
});

describe('fields that nobody named', () => {
  const hostile = JSON.parse(
    '{"info":{"__proto__":{"polluted":1},"constructor":"c","toString":2,"deep":{"__proto__":{"x":1},"keep":[1]},"huge":1e999},' +
      '"driving_behavior":{"event_rating":{"__proto__":5,"constructor":3}}}',
  ) as unknown;

  it('are kept as own properties, without __proto__', () => {
    const { extra, ratings } = trip(hostile);
    expect(Object.entries(extra)).toEqual([
      ['constructor', 'c'],
      ['toString', 2],
      ['deep', { keep: [1] }],
      ['huge', null],
    ]);
    expect(Object.entries(ratings)).toEqual([['constructor', 3]]);
    expect(Object.getPrototypeOf(extra)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('inherited names count as not sent', () => {
    expect(normaliseTrip('d', undefined, Object.create({ trip_id: 'inherited' }))).toMatchObject({
      tripId: '',
    });
  });

  it('are cut where they nest without end, and hold only storable text', () => {
    const { extra, problems } = trip({
      info: { deep: JSON.parse('['.repeat(9000) + ']'.repeat(9000)) as unknown, text: 'a\u0000b\ud800' },
    });
    expect(JSON.stringify(extra['deep'])).toMatch(/^\[{64}null\]{64}$/);
    expect(extra['text']).toBe('a\uFFFDb\uFFFD');
    expect(problems).toHaveLength(1);
  });
});

describe('drivers and fleets', () => {
  it('takes every field of a driver', () => {
    expect(
      normaliseDriver('d', {
        start_date: '2026-03-01',
        end_date: '2026-03-07',
        info: {
          trip_count: 9,
          distance_km: 100,
          duration_seconds: 7200,
          driver_start_date: '2025-01-31',
          attributes: '{"depot":"north"}',
          device_info: [
            { model: 'P9', version: '14', missing_data: ['gyroscope', 'NA'] },
            { model: 'NA' },
            'x',
          ],
          highway_ratio: 0.25,
          night_driving_fraction: 0,
          badge: 7,
        },
        driving_behavior: { score: { service_score: 88.5 }, event_rating: { phone_use_rating: -1 } },
        daily_driving_behavior: [
          { date: '2026-03-06', score: { service_score: 90 }, event_rating: { phone_use_rating: 5 } },
          { date: '2026-03-07', service_score: -1 },
          { date: '7 March', service_score: 10 },
        ],
      }),
    ).toEqual({
      driverId: 'd',
      startDate: '2026-03-01',
      endDate: '2026-03-07',
      score: 88.5,
      ratings: { phone_use_rating: null },
      tripCount: 9,
      distanceKm: 100,
      durationSeconds: 7200,
      driverStartDate: '2025-01-31',
      attributes: { depot: 'north' },
      devices: [{ model: 'P9', version: '14', missingData: ['gyroscope'] }, { missingData: [] }],
      highwayRatio: 0.25,
      nightDrivingFraction: 0,
      daily: [
        { date: '2026-03-06', score: 90, ratings: { phone_use_rating: 5 } },
        { date: '2026-03-07', score: null, ratings: {} },
      ],
      extra: { badge: 7 },
      problems: [
        { pointer: '/info/device_info/2', message: 'text where an object belongs' },
        { pointer: '/daily_driving_behavior/2/date', message: 'text that is not a date (YYYY-MM-DD)' },
        { pointer: '/daily_driving_behavior/2/date', message: 'no date, so the day is left out' },
      ],
    });
  });

  it.each([
    ['{"a":1}', { a: 1 }, 0],
    [{ a: 1 }, { a: 1 }, 0],
    ['"{\\"a\\":1}"', { a: 1 }, 0],
    ['{}', {}, 0],
    ['NA', undefined, 0],
    ['"NA"', undefined, 0],
    ['', undefined, 0],
    ['null', undefined, 0],
    [null, undefined, 0],
    ['{"a":', undefined, 1],
    ['[1]', undefined, 1],
    ['7', undefined, 1],
    [[1], undefined, 1],
    [7, undefined, 1],
  ])('attributes %j', (sent, expected, problems) => {
    const driver = normaliseDriver('d', { info: { attributes: sent } });
    expect(driver.attributes).toEqual(expected);
    expect(driver.problems).toHaveLength(problems);
    expect(driver.extra).toEqual({});
  });

  it.each(['num_trips', 'trip_count'])('counts trips by %s', (name) => {
    expect(normaliseDriver('d', { info: { [name]: 3 } })).toMatchObject({
      tripCount: 3,
      extra: {},
      problems: [],
    });
  });

  it('prefers the documented spelling, and falls back when it is unusable', () => {
    expect(normaliseDriver('d', { info: { trip_count: 4, num_trips: 3 } }).tripCount).toBe(3);
    expect(normaliseDriver('d', { info: { trip_count: 4, num_trips: 'NA' } }).tripCount).toBe(4);
    expect(normaliseDriver('d', { info: { trip_count: 4.5 } })).not.toHaveProperty('tripCount');
  });

  it.each(['drivers_count', 'driver_count'])('takes a fleet whose drivers are counted by %s', (name) => {
    expect(
      normaliseFleet({
        start_date: '2026-03-01',
        end_date: '2026-03-07',
        info: {
          distance_km: 1,
          duration_seconds: 2,
          [name]: 3,
          last_trip_date: '2026-03-07',
          missing_data_driver_count: 0,
        },
        driving_behavior: { service_score: 80.4, phone_use_rating: 3.2 },
        daily_driving_behavior: [],
      }),
    ).toEqual({
      startDate: '2026-03-01',
      endDate: '2026-03-07',
      score: 80.4,
      ratings: { phone_use_rating: 3.2 },
      distanceKm: 1,
      durationSeconds: 2,
      driversCount: 3,
      lastTripDate: '2026-03-07',
      missingDataDriverCount: 0,
      daily: [],
      extra: {},
      problems: [],
    });
  });

  it('a fraction outside 0 to 1 is a problem and absent', () => {
    const driver = normaliseDriver('d', { info: { highway_ratio: 25, night_driving_fraction: -1 } });
    expect(driver).not.toHaveProperty('highwayRatio');
    expect(pointers(driver)).toEqual(['/info/highway_ratio', '/info/night_driving_fraction']);
  });
});
