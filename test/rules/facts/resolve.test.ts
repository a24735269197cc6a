import { describe, expect, it } from 'vitest';
import { factKey, planFacts, resolveFacts } from '../../../rules/facts/index.ts';
import type { FactSources } from '../../../rules/facts/index.ts';
import type { JsonObject, Trip } from '../../../rules/vocabulary/index.ts';
import { eventOf, inWords, knownAs, readingWith, sourcesOf, tripWith } from '../given.ts';
import type { FactInWords } from '../given.ts';

function resolve(fact: string, sources: FactSources, params: JsonObject = {}): FactInWords {
  const value = resolveFacts([{ fact, params }], sources).get(factKey({ fact, params }));
  if (!value) throw new Error('not resolved');
  return inWords(value);
}

const unknownBecause = (because: string): FactInWords => ({ known: false, because });
const NO_EVENTS = unknownBecause("the trip's events did not arrive");

describe('keys', () => {
  it('are one for two ways of writing one request', () => {
    const byName = { fact: 'driver.events.count', params: { type: 'PHONE_USE', window: '7d' } };
    const byCode = { fact: 'driver.events.count', params: { window: '168h', type: 2 } };
    expect(factKey(byCode)).toBe(factKey(byName));
  });

  it('differ for different windows, types and facts', () => {
    const keys = [
      { fact: 'driver.events.count', params: { type: 2, window: '7d' } },
      { fact: 'driver.events.count', params: { type: 2, window: '8d' } },
      { fact: 'driver.events.count', params: { type: 17, window: '7d' } },
      { fact: 'driver.events.per_hour', params: { type: 2, window: '7d' } },
      { fact: 'driver.score', params: {} },
    ].map(factKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('a plan', () => {
  const change = (over: string) => ({ fact: 'driver.score_change', params: { over } });
  const score = { fact: 'driver.score', params: {} };

  it.each([
    ['2026-03-10T00:30:00+02:00', '2026-03-09', '2026-03-02'],
    ['2026-03-09T23:30:00-05:00', '2026-03-10', '2026-03-03'],
    ['2026-03-10T12:00:00Z', '2026-03-10', '2026-03-03'],
    ['2026-03-01T00:10:00+01:00', '2026-02-28', '2026-02-21'],
    ['2026-01-01T00:00:00+00:00', '2026-01-01', '2025-12-25'],
  ])('of a trip that ended at %s reads %s and, a week before, %s', (endTime, date, earlier) => {
    expect(planFacts([score], tripWith({ endTime })).readings).toEqual([{ endDate: date }]);
    expect(planFacts([score, change('7d'), score], tripWith({ endTime })).readings).toEqual([
      { endDate: date },
      { endDate: earlier },
    ]);
  });

  it('asks for nothing that no rule needs', () => {
    const requests = ['trip.score', 'driver.id', 'trip.local_hour'].map((fact) => ({ fact, params: {} }));
    expect(planFacts(requests, tripWith({ endTime: '2026-03-10T12:00:00Z' }))).toEqual({
      readings: [],
      windows: [],
      needsGroups: false,
      scores: [],
      ruleAlerts: [],
    });
  });

  it('has each window once, whatever is made of it', () => {
    const params = { type: 2, window: '7d' };
    const requests = ['count', 'per_100km', 'per_hour'].map((measure) => ({
      fact: `driver.events.${measure}`,
      params,
    }));
    const another = { fact: 'driver.events.count', params: { type: 'DOOR_OPEN', window: '24h' } };
    const byCode = { fact: 'driver.events.count', params: { type: 17, window: '24h' } };
    expect(planFacts([...requests, another, byCode], tripWith()).windows).toEqual([
      { typeName: 'PHONE_USE', typeCode: 2, windowSeconds: 604_800, key: 'PHONE_USE:604800' },
      { typeName: 'DOOR_OPEN', windowSeconds: 86_400, key: 'DOOR_OPEN:86400' },
      { typeName: '17', typeCode: 17, windowSeconds: 86_400, key: '17:86400' },
    ]);
  });

  it('of a trip without an end reads nothing', () => {
    expect(planFacts([score, change('7d')], tripWith()).readings).toEqual([]);
  });
});

describe('trip facts', () => {
  const trip = tripWith({
    distanceKm: 12.5,
    durationSeconds: 900,
    maxSpeedKmph: 71,
    startTime: '2026-03-08T00:30:00+02:00',
    endTime: '2026-03-08T00:45:00+02:00',
    sessionId: 's-1',
    score: 80,
    ratings: { hard_brake_rating: 4, phone_use_rating: null },
    path: [{ latitude: 1, longitude: 2 }],
    speedProfile: [],
  });

  it.each([
    ['trip.distance_km', 12.5],
    ['trip.duration_seconds', 900],
    ['trip.max_speed_kmph', 71],
    ['trip.start_time', '2026-03-08T00:30:00+02:00'],
    ['trip.local_hour', 0],
    ['trip.local_weekday', 'sun'],
    ['trip.age_seconds', 900],
    ['trip.session_id', 's-1'],
    ['trip.score', 80],
    ['trip.hard_brake_rating', 4],
    ['trip.path_points', 1],
    ['trip.speed_samples', 0],
    ['driver.id', 'd-1'],
  ])('%s is %j', (fact, value) => {
    expect(resolve(fact, sourcesOf(trip, { decidedAt: '2026-03-07T23:00:00Z' }))).toEqual(knownAs(value));
  });

  it.each([
    ['trip.phone_use_rating', 'cannot be rated'],
    ['trip.overspeeding_rating', 'not sent'],
    ['trip.constructor_rating', 'not sent'],
    ['trip.tracking_id', 'not sent'],
    ['trip.events.max_excess_kmph', "the trip's events did not arrive"],
  ])('%s is unknown: %s', (fact, because) => {
    expect(resolve(fact, sourcesOf(trip))).toEqual(unknownBecause(because));
  });

  it.each([
    ['trip.distance_km', '/info/distance_km'],
    ['trip.score', '/driving_behavior/score/service_score'],
    ['trip.hard_brake_rating', '/driving_behavior/event_rating/hard_brake_rating'],
    ['trip.path_points', '/simple_path'],
    ['trip.events.max_excess_kmph', '/events'],
  ])('%s says what was wrong with its field', (fact, pointer) => {
    const problems = [{ pointer, message: 'text where a number belongs' }];
    expect(resolve(fact, sourcesOf(tripWith({ problems })))).toEqual(
      unknownBecause('text where a number belongs'),
    );
  });

  it('of an empty trip are all unknown, with a reason', () => {
    const facts = [
      'trip.local_hour',
      'trip.age_seconds',
      'trip.path_points',
      'trip.speed_samples',
      'trip.score',
    ];
    expect(facts.map((fact) => resolve(fact, sourcesOf(tripWith())))).toEqual([
      unknownBecause("the trip's start time was not sent"),
      unknownBecause("the trip's end time was not sent"),
      unknownBecause("the trip's path did not arrive"),
      unknownBecause("the trip's speed profile did not arrive"),
      unknownBecause('not sent'),
    ]);
  });
});

describe('event facts', () => {
  const count = (trip: Trip, type: string | number): FactInWords =>
    resolve('trip.events.count', sourcesOf(trip), { type });

  it('are unknown without the section, never 0', () => {
    expect(count(tripWith(), 'COLLISION')).toEqual(NO_EVENTS);
    expect(count(tripWith({ events: [] }), 'COLLISION')).toEqual(knownAs(0));
  });

  it('count by name and by code, whichever the event carries', () => {
    const events = [
      eventOf('PHONE_USE'),
      { typeCode: 2, extra: {} },
      eventOf('PHONE', { typeCode: 2 }),
      eventOf('DOOR_OPEN', { typeCode: 17 }),
      eventOf('HARD_BRAKE', { typeCode: 0 }),
    ];
    const trip = tripWith({ events });
    expect([2, 'PHONE_USE', 17, 'DOOR_OPEN', 0, 'COLLISION'].map((type) => count(trip, type))).toEqual(
      [3, 3, 1, 1, 1, 0].map((many) => knownAs(many)),
    );
  });

  it('sum durations of the events that have one', () => {
    const duration = (...events: readonly (number | undefined)[]): FactInWords =>
      resolve(
        'trip.events.duration_seconds',
        sourcesOf(
          tripWith({
            events: events.map((seconds) =>
              eventOf('PHONE_USE', seconds === undefined ? {} : { durationSeconds: seconds }),
            ),
          }),
        ),
        { type: 'PHONE_USE' },
      );
    expect(duration()).toEqual(knownAs(0));
    expect(duration(10, 20, undefined)).toEqual(knownAs(30));
    expect(duration(undefined)).toEqual(unknownBecause('no such event has a start and an end'));
  });

  it.each([
    [50, knownAs(4)],
    [0, unknownBecause('the trip has no distance')],
    [undefined, unknownBecause("the trip's distance was not sent")],
  ])('per 100 km of a trip of %s km', (distanceKm, value) => {
    const events = [eventOf('HARD_BRAKE'), eventOf('HARD_BRAKE')];
    const trip = tripWith({ events, ...(distanceKm !== undefined && { distanceKm }) });
    expect(resolve('trip.events.per_100km', sourcesOf(trip), { type: 0 })).toEqual(value);
  });

  describe('of speeding', () => {
    const speeding = (top: number, limit: number, durationSeconds = 30) =>
      eventOf('OVERSPEEDING', { maxDriverSpeedKmph: top, postedSpeedLimitKmph: limit, durationSeconds });
    const unmeasured = eventOf('OVERSPEEDING', { durationSeconds: 60 });

    it.each([
      [[], knownAs(0)],
      [[speeding(62, 50), speeding(95, 80)], knownAs(15)],
      [[speeding(62, 50), unmeasured], knownAs(12)],
      [[unmeasured], unknownBecause('no speeding event has a speed and a limit')],
      [[eventOf('HARD_BRAKE')], knownAs(0)],
    ])('the largest excess of %j', (events, value) => {
      expect(resolve('trip.events.max_excess_kmph', sourcesOf(tripWith({ events })))).toEqual(value);
    });

    it.each([
      [[], 20, knownAs(0)],
      [[speeding(71, 50, 40), speeding(70, 50, 50)], 20, knownAs(40)],
      [[speeding(71, 50, 40), speeding(70, 50, 50), unmeasured], 0, knownAs(90)],
      [[unmeasured], 0, unknownBecause('no speeding event has a speed and a limit')],
    ])('the time of %j more than %d over the limit', (events, overKmph, value) => {
      const sources = sourcesOf(tripWith({ events }));
      expect(resolve('trip.speeding_seconds', sources, { over_kmph: overKmph })).toEqual(value);
    });
  });
});

describe('driver facts', () => {
  const trip = tripWith({ endTime: '2026-03-10T00:30:00+02:00' });
  const reading = readingWith({
    score: 71.5,
    ratings: { phone_use_rating: 2 },
    tripCount: 9,
    driverStartDate: '2026-02-07',
    attributes: { depot: 'north' },
    highwayRatio: 0.25,
    devices: [{ missingData: ['gyroscope'] }, { missingData: ['gyroscope', 'gps'] }],
  });
  const sources = sourcesOf(trip, {
    readings: new Map([
      ['2026-03-09', reading],
      ['2026-03-02', readingWith({ score: 80.1 })],
      ['2026-02-27', readingWith({ score: null })],
    ]),
  });

  it.each([
    ['driver.score', 71.5],
    ['driver.phone_use_rating', 2],
    ['driver.trip_count', 9],
    ['driver.start_date', '2026-02-07'],
    ['driver.tenure_days', 30],
    ['driver.highway_ratio', 0.25],
    ['driver.attributes', { depot: 'north' }],
    ['driver.devices_missing_data', ['gyroscope', 'gps']],
  ])('%s is %j on the UTC date of the end', (fact, value) => {
    expect(resolve(fact, sources)).toEqual(knownAs(value));
  });

  it('a score change is the later minus the earlier score', () => {
    expect(resolve('driver.score_change', sources, { over: '7d' })).toEqual(knownAs(-8.6));
  });

  it.each([
    ['8d', 'the service has no driver scores for 2026-03-01'],
    ['10d', 'cannot be rated on 2026-02-27'],
  ])('a score change over %s is unknown: %s', (over, because) => {
    expect(resolve('driver.score_change', sources, { over })).toEqual(unknownBecause(because));
  });

  it.each([
    ['driver.distance_km', 'not sent'],
    ['driver.hard_brake_rating', 'not sent'],
    ['driver.night_driving_fraction', 'not sent'],
  ])('%s is unknown: %s', (fact, because) => {
    expect(resolve(fact, sources)).toEqual(unknownBecause(because));
  });

  it('are unknown without a reading and without an end', () => {
    const without = resolve('driver.score', sourcesOf(trip));
    expect(without).toEqual(unknownBecause('the service has no driver scores for 2026-03-09'));
    expect(resolve('driver.score', { ...sources, trip: tripWith() })).toEqual(
      unknownBecause("the trip's end time was not sent"),
    );
  });
});

describe('windowed facts', () => {
  const params = { type: 'PHONE_USE', window: '7d' };
  const counted = { count: 6, durationSeconds: 7_200, distanceKm: 120 };
  const given = (
    window: FactSources['windows'] extends ReadonlyMap<string, infer W> ? W : never,
  ): FactSources => sourcesOf(tripWith(), { windows: new Map([['PHONE_USE:604800', window]]) });

  it.each([
    ['driver.events.count', 6],
    ['driver.events.per_100km', 5],
    ['driver.events.per_hour', 3],
  ])('%s is %d', (fact, value) => {
    expect(resolve(fact, given(counted), params)).toEqual(knownAs(value));
  });

  it.each([
    ['driver.events.per_100km', 'no distance was driven in the window'],
    ['driver.events.per_hour', 'no time was driven in the window'],
  ])('%s of a driver who did not drive is unknown', (fact, because) => {
    const value = resolve(fact, given({ count: 0, durationSeconds: 0, distanceKm: 0 }), params);
    expect(value).toEqual(unknownBecause(because));
  });

  it('are a lower bound, and rates unknown, when events of a trip did not arrive', () => {
    const short = given({ ...counted, tripsWithoutEvents: 2 });
    expect(resolve('driver.events.count', short, params)).toEqual({
      known: true,
      value: 6,
      atLeast: true,
      tripsWithoutEvents: 2,
    });
    for (const fact of ['driver.events.per_100km', 'driver.events.per_hour'])
      expect(resolve(fact, short, params)).toEqual(
        unknownBecause('events of some trips of the window did not arrive or cannot be read'),
      );
  });

  it.each([
    ['driver.events.per_100km', { tripsWithoutDistance: 1 }, 'the distance'],
    ['driver.events.per_hour', { tripsWithoutDuration: 1 }, 'the duration'],
  ])('%s is unknown with %j, and the count is not', (fact, missing, what) => {
    const short = given({ ...counted, ...missing });
    expect(resolve(fact, short, params)).toEqual(
      unknownBecause(`${what} of some trips of the window was not sent`),
    );
    expect(resolve('driver.events.count', short, params)).toEqual(knownAs(6));
    const other = fact.endsWith('km') ? 'driver.events.per_hour' : 'driver.events.per_100km';
    expect(resolve(other, short, params)).toMatchObject({ known: true });
  });

  it('say where history begins inside the window', () => {
    const historySince = '2026-03-05T00:00:00Z';
    expect(resolve('driver.events.count', given({ ...counted, historySince }), params)).toEqual(
      knownAs(6, historySince),
    );
  });

  it('say where a window ends that a late trip is counted in', () => {
    const windowEnd = '2026-03-12T00:00:00Z';
    expect(resolve('driver.events.count', given({ ...counted, windowEnd }), params)).toEqual({
      known: true,
      value: 6,
      windowEnd,
    });
  });

  const endTime = '2026-03-10T12:00:00Z';
  it.each([
    [tripWith({ endTime, events: [] }), 'stored history could not be read'],
    [tripWith({ endTime }), "the trip's events did not arrive"],
    [tripWith({ events: [] }), "the trip's end time was not sent"],
  ])('are unknown when nothing was counted for %j: %s', (trip, because) => {
    for (const windows of [new Map(), new Map([['PHONE_USE:604800', undefined]])])
      expect(resolve('driver.events.count', sourcesOf(trip, { windows }), params)).toEqual(
        unknownBecause(because),
      );
  });
});
