import { describe, expect, it } from 'vitest';
import { sameConditions } from '../../../rules/lint/conditions/index.ts';
import { parseRule, parseSharedCondition } from '../../../rules/lint/index.ts';
import type { Conditions } from '../../../rules/lint/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { published, ruleDocument } from '../given.ts';

function warnings(fields: JsonObject, shared?: Readonly<Record<string, JsonObject>>): readonly string[] {
  const conditions = new Map(Object.entries(shared ?? {}) as unknown as [string, Conditions][]);
  const parsed = parseRule(ruleDocument(fields), shared ? { conditions } : {});
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.warnings.map(({ pointer, message }) => `${pointer}: ${message}`);
}

const km = (operator: string, value: Json): JsonObject => ({ fact: 'trip.distance_km', operator, value });
const session = (operator: string, value: Json): JsonObject => ({ fact: 'trip.session_id', operator, value });
const sensors = (operator: string, value: Json): JsonObject => ({
  fact: 'driver.devices_missing_data',
  operator,
  value,
});
const phone = (value: number, window: string, name: string): JsonObject => ({
  fact: 'driver.events.count',
  params: { type: 'PHONE_USE', window },
  operator: 'greaterThan',
  value,
  name,
});

describe('conditions of one fact in one all', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['ranges apart', km('greaterThan', 10), km('lessThan', 5)],
    ['a touching open bound', km('greaterThan', 10), km('lessThanInclusive', 10)],
    ['a value outside', km('equal', 3), km('between', [4, 9])],
    ['a value that is refused', session('equal', 'a'), session('notEqual', 'a')],
    ['no common value', session('in', ['a', 'b']), session('in', ['c'])],
    ['another beginning', session('startsWith', 'x'), session('in', ['a', 'b'])],
    ['to be unknown', session('isKnown', false), session('equal', 'a')],
    ['beginnings apart', session('startsWith', 'a'), session('startsWith', 'b')],
    ['a value under not', session('equal', 'a'), { not: session('equal', 'a') }],
    ['a bound under not', km('lessThan', 5), { not: km('lessThanInclusive', 10) }],
    ['to be known and not', session('isKnown', true), session('isKnown', false)],
    ['a member and none', sensors('contains', 'gyroscope'), sensors('doesNotContain', 'gyroscope')],
    [
      'times apart',
      { fact: 'trip.start_time', operator: 'lessThan', value: '2026-03-01T00:00:00+01:00' },
      { fact: 'trip.start_time', operator: 'greaterThan', value: '2026-03-01T01:00:00+01:00' },
    ],
    [
      'the same window, written otherwise',
      phone(3, '7d', 'a'),
      { ...phone(2, '168h', 'b'), operator: 'lessThan' },
    ],
  ])('exclude each other: %s', (_, first, second) => {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ])
      expect(warnings({ conditions: { any: [{ all: [one!, other!] }] } })).toEqual([
        expect.stringMatching(/^\/conditions\/any\/0\/all\/1: excludes \/conditions\/any\/0\/all\/0/),
      ]);
  });

  it.each<[string, JsonObject, JsonObject, number]>([
    ['the very same', km('greaterThan', 10), km('greaterThan', 10), 1],
    ['a wider range', km('greaterThan', 10), km('greaterThan', 5), 1],
    ['a narrower range', km('greaterThanInclusive', 10), km('greaterThan', 10), 0],
    ['a value inside', km('in', [5, 6]), km('lessThan', 10), 1],
    ['a longer beginning', session('startsWith', 'ab'), session('startsWith', 'a'), 1],
    ['a value that none of the list is', session('notIn', ['a', 'b']), session('notEqual', 'a'), 1],
    ['a shorter list', session('notIn', ['a']), session('notIn', ['b', 'a']), 0],
    ['a value out of the range', km('greaterThan', 10), km('notEqual', 5), 1],
    ['to be known', session('isKnown', true), session('startsWith', 'a'), 0],
    ['to be known, under not', km('lessThan', 10), { not: km('isKnown', false) }, 1],
    ['a beginning it has', session('in', ['ab', 'ac']), session('startsWith', 'a'), 1],
  ])('repeat each other: %s', (_, first, second, needless) => {
    const found = warnings({ conditions: { all: [first, { all: [second] }] } });
    const pointers = ['/conditions/all/0', '/conditions/all/1/all/0'];
    expect(found).toEqual([
      `${pointers[needless]!}: adds nothing: it holds whenever ${pointers[1 - needless]!} does`,
    ]);
  });

  it.each<[string, JsonObject]>([
    ['that bound a range', { all: [km('greaterThan', 5), km('lessThan', 10)] }],
    ['that touch', { all: [km('greaterThanInclusive', 10), km('lessThanInclusive', 10)] }],
    ['in an any', { any: [km('greaterThan', 10), km('lessThan', 5)] }],
    ['one of them under not', { all: [km('greaterThan', 10), { not: km('greaterThan', 50) }] }],
    [
      'not both of them',
      { all: [session('equal', 'a'), { not: { all: [km('lessThan', 5), session('equal', 'a')] } }] },
    ],
    ['a beginning and another value', { all: [session('startsWith', 'a'), session('notEqual', 'ab')] }],
    [
      'a window and whether it is whole',
      { all: [phone(3, '7d', 'a'), { ...phone(3, '7d', 'a'), operator: 'isKnown', value: true }] },
    ],
    ['of other windows', { all: [phone(3, '7d', 'a'), phone(3, '24h', 'b')] }],
    [
      'of other paths',
      {
        all: [
          { fact: 'driver.attributes', path: '$.a', operator: 'equal', value: 'x', name: 'a' },
          { fact: 'driver.attributes', path: '$.b', operator: 'equal', value: 'y', name: 'b' },
        ],
      },
    ],
  ])('%s are fine', (_, conditions) => {
    expect(warnings({ conditions })).toEqual([]);
  });
});

describe('shared conditions in one all', () => {
  const shared = {
    short: { all: [km('lessThan', 5)] },
    mixed: { all: [km('lessThan', 5), session('equal', 'a')] },
  };

  it.each<[string, JsonObject, readonly string[]]>([
    [
      'exclude a comparison',
      { all: [km('greaterThan', 10), { condition: 'mixed' }] },
      ['/conditions/all/1/condition: excludes /conditions/all/0'],
    ],
    [
      'are repeated by a comparison',
      { all: [{ condition: 'mixed' }, km('lessThan', 9)] },
      ['/conditions/all/1: adds nothing: it holds whenever /conditions/all/0/condition does'],
    ],
    [
      'repeat a comparison when nothing else stands in them',
      { all: [km('lessThan', 3), { condition: 'short' }] },
      ['/conditions/all/1/condition: adds nothing: it holds whenever /conditions/all/0 does'],
    ],
    ['may repeat it in part', { all: [km('lessThan', 3), { condition: 'mixed' }] }, []],
    [
      'stand twice',
      { all: [{ condition: 'mixed' }, { all: [{ condition: 'mixed' }] }] },
      [
        '/conditions/all/1/all/0/condition: adds nothing: it is the same shared condition as /conditions/all/0/condition',
      ],
    ],
    [
      'stand there with their opposite',
      { all: [{ condition: 'mixed' }, { not: { condition: 'mixed' } }] },
      ['/conditions/all/1/not/condition: excludes /conditions/all/0/condition'],
    ],
    [
      'are distinguished from a comparison under not',
      { not: { any: [km('greaterThan', 5), { not: km('greaterThan', 5) }] } },
      ['/conditions/not/any/1: excludes /conditions/not/any/0'],
    ],
    ['may stand twice in an any', { any: [{ condition: 'mixed' }, { condition: 'mixed' }] }, []],
  ])('%s', (_, conditions, expected) => {
    expect(warnings({ conditions }, shared)).toEqual(
      expected.map((line) => expect.stringContaining(line) as string),
    );
  });

  it('stand twice also where nothing is known of them', () => {
    expect(warnings({ conditions: { all: [{ condition: 'x' }, { condition: 'x' }] } })).toHaveLength(1);
  });
});

describe('what no value meets, or every one', () => {
  const hour = (operator: string, value: Json): JsonObject => ({ fact: 'trip.local_hour', operator, value });
  const day = (operator: string, value: Json): JsonObject => ({
    fact: 'trip.local_weekday',
    operator,
    value,
  });
  const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

  it.each<[JsonObject, string]>([
    [
      hour('greaterThan', 23),
      'never true: trip.local_hour is at least 0 and at most 23, and no such value meets',
    ],
    [km('lessThan', 0), 'never true: trip.distance_km is at least 0'],
    [day('notIn', week), 'never true: trip.local_weekday is one of mon'],
    [km('greaterThanInclusive', 0), 'true of every value: trip.distance_km is at least 0'],
    [hour('between', [0, 23]), 'true of every value'],
    [day('in', week), 'true of every value'],
  ])('is warned about for %j', (comparison, message) => {
    expect(warnings({ conditions: { any: [comparison] } })).toEqual([
      expect.stringContaining(`/conditions/any/0: ${message}`),
    ]);
  });

  it.each([
    hour('greaterThan', 22),
    hour('equal', 23),
    km('greaterThan', 0),
    day('notEqual', 'mon'),
    km('isKnown', true),
  ])('is not seen in %j', (comparison) => {
    expect(warnings({ conditions: { any: [comparison] } })).toEqual([]);
  });
});

describe('a unit that looks wrong', () => {
  it.each<[JsonObject, string]>([
    [
      km('greaterThan', 5000),
      '5000 is an unusual value for trip.distance_km: it is measured in km; 5000 m are 5 km',
    ],
    [
      { fact: 'trip.max_speed_kmph', operator: 'greaterThan', value: 36 },
      '36 is an unusual value for trip.max_speed_kmph: it is measured in km/h; 36 m/s are 129.6 km/h',
    ],
    [
      { fact: 'trip.duration_seconds', operator: 'greaterThan', value: 10 },
      '10 is an unusual value for trip.duration_seconds: it is measured in seconds; 10 minutes are 600 seconds',
    ],
    [
      { fact: 'driver.duration_seconds', operator: 'greaterThan', value: 10 },
      '10 is an unusual value for driver.duration_seconds: it is measured in seconds; 10 hours are 36000 seconds',
    ],
    [
      { fact: 'driver.duration_seconds', operator: 'greaterThan', value: 144_000_000 },
      '144000000 is an unusual value for driver.duration_seconds: it is measured in seconds; 144000000 ms are 144000 seconds',
    ],
    [
      { fact: 'driver.distance_km', operator: 'greaterThan', value: 500_000 },
      '500000 is an unusual value for driver.distance_km: it is measured in km; 500000 m are 500 km',
    ],
    [
      { fact: 'driver.tenure_days', operator: 'lessThan', value: 86_400 },
      '86400 is an unusual value for driver.tenure_days: it is measured in days; 86400 seconds are 1 day',
    ],
    [
      { fact: 'driver.tenure_days', operator: 'lessThan', value: 864_000 },
      '864000 is an unusual value for driver.tenure_days: it is measured in days; 864000 seconds are 10 days',
    ],
    [
      { fact: 'trip.age_seconds', operator: 'lessThan', value: 86_400_000 },
      '86400000 is an unusual value for trip.age_seconds: it is measured in seconds; 86400000 ms are 86400 seconds',
    ],
    [
      { fact: 'trip.hard_brake_rating', operator: 'lessThan', value: 0.5 },
      'trip.hard_brake_rating is never below 1: check the unit of 0.5',
    ],
    [
      { fact: 'driver.score', operator: 'lessThan', value: 0.6 },
      '0.6 is an unusual value for driver.score: it is measured in points of 100; a share of 0.6 is 60',
    ],
    [
      { fact: 'driver.night_driving_fraction', operator: 'greaterThan', value: 20 },
      'driver.night_driving_fraction is never above 1: check the unit of 20; 20 % is written 0.2',
    ],
  ])('in %j is reported, with what was most likely meant', (comparison, message) => {
    expect(warnings({ conditions: { all: [comparison] } })).toEqual([`/conditions/all/0/value: ${message}`]);
  });

  it.each<JsonObject>([
    km('greaterThan', 800),
    { fact: 'trip.max_speed_kmph', operator: 'lessThan', value: 5 },
    { fact: 'trip.max_speed_kmph', operator: 'greaterThan', value: 30 },
    { fact: 'trip.max_speed_kmph', operator: 'greaterThan', value: 7 },
    { fact: 'driver.duration_seconds', operator: 'lessThan', value: 60 },
    { fact: 'driver.duration_seconds', operator: 'greaterThan', value: 144_000 },
    { fact: 'driver.distance_km', operator: 'greaterThan', value: 20_000 },
    { fact: 'driver.tenure_days', operator: 'lessThan', value: 3_650 },
    { fact: 'trip.age_seconds', operator: 'lessThan', value: 2_592_000 },
    { fact: 'trip.hard_brake_rating', operator: 'lessThanInclusive', value: 1 },
    { fact: 'trip.duration_seconds', operator: 'lessThan', value: 20 },
    { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThan', value: 0 },
  ])('is not seen in %j', (comparison) => {
    expect(warnings({ conditions: { all: [comparison] } })).toEqual([]);
  });

  it('is reported for a shared condition as well', () => {
    const document = { id: 'a', name: 'A', conditions: { all: [km('greaterThan', 5000)] } };
    expect(parseSharedCondition(document)).toMatchObject({
      ok: true,
      warnings: [{ pointer: '/conditions/all/0/value' }],
    });
  });
});

describe('a deletion', () => {
  const deleting = (conditions: JsonObject): JsonObject => ({
    conditions,
    actions: [{ type: 'delete_trip' }],
  });
  const points: JsonObject = { fact: 'trip.path_points', operator: 'lessThan', value: 5 };
  const score: JsonObject = { fact: 'trip.score', operator: 'lessThan', value: 20 };

  it.each<[JsonObject, boolean]>([
    [{ all: [score] }, false],
    [{ all: [km('greaterThan', 1)] }, false],
    [{ any: [points, score] }, false],
    [{ not: km('lessThan', 1) }, false],
    [{ not: { all: [km('greaterThan', 1), score] } }, false],
    [{ condition: 'unguarded' }, false],
    [{ all: [km('lessThan', 500)] }, false],
    [{ all: [km('between', [0, 900])] }, false],
    [{ all: [km('in', [0, 900])] }, false],
    [{ not: km('greaterThan', 500) }, false],
    [{ all: [km('lessThan', { fact: 'driver.distance_km' })] }, false],
    [{ all: [session('equal', { fact: 'trip.tracking_id' })] }, false],
    [{ all: [{ fact: 'driver.id', operator: 'in', value: ['d-17'] }] }, false],
    [{ all: [{ fact: 'driver.attributes', path: '$.depot', operator: 'equal', value: 'north' }] }, false],
    [{ all: [km('between', [0, 1])] }, true],
    [{ all: [km('lessThanInclusive', 2)] }, true],
    [{ all: [{ fact: 'driver.id', operator: 'equal', value: 'd-17' }, points] }, true],
    [{ all: [points] }, true],
    [{ any: [points, { all: [score, km('lessThan', 1)] }] }, true],
    [{ not: km('greaterThan', 1) }, true],
    [{ not: { any: [km('greaterThan', 1), score] } }, true],
    [{ all: [session('startsWith', 'test-')] }, true],
    [{ condition: 'guarded' }, true],
  ])('by %j has a guard: %s', (conditions, isGuarded) => {
    const shared = { guarded: { all: [points] }, unguarded: { all: [score] } };
    const expected = isGuarded
      ? []
      : [expect.stringMatching(/^\/actions\/0: ordinary trips could be deleted/)];
    expect(warnings(deleting(conditions), shared)).toEqual(expected);
  });
});

describe('two rules with the same conditions', () => {
  const rule = (id: string, conditions: JsonObject, fields: JsonObject = {}) =>
    published({ id, conditions, ...fields }).rule;
  const one = rule('one', { all: [km('greaterThan', 5), phone(3, '7d', 'a')] });

  it('are found whatever their order, names and ways of writing', () => {
    const other = rule('two', {
      all: [phone(3, '168h', 'b'), { any: [km('greaterThan', 5)] }, km('greaterThan', 5)],
    });
    expect(sameConditions(one, [one, other])).toEqual(['two']);
  });

  it('are found behind the name of a shared condition', () => {
    const shared = new Map([['far', { all: [km('greaterThan', 5)] }]]) as unknown as Map<string, Conditions>;
    const other = rule('two', { all: [phone(3, '7d', 'b'), { condition: 'far' }] });
    expect(sameConditions(one, [other], shared)).toEqual(['two']);
    expect(sameConditions(one, [other])).toEqual([]);
  });

  it('are looked for in bounded time where shared conditions name each other', () => {
    const both = (name: string): JsonObject => ({ any: [{ condition: name }, { not: { condition: name } }] });
    const shared = new Map([
      ['a', both('b')],
      ['b', both('a')],
    ]) as unknown as Map<string, Conditions>;
    expect(sameConditions(one, [rule('two', { all: [{ condition: 'a' }] })], shared)).toEqual([]);
  });

  it('are not when they ask something else, or someone else', () => {
    const others = [
      rule('two', { any: [km('greaterThan', 5), phone(3, '7d', 'a')] }),
      rule('three', { all: [km('greaterThan', 6), phone(3, '7d', 'a')] }),
      rule('four', { all: [km('greaterThan', 5), phone(3, '7d', 'a')] }, { scope: { drivers: ['d'] } }),
    ];
    expect(sameConditions(one, others)).toEqual([]);
  });
});

describe('a threshold of a score change in a rule about a drop', () => {
  const change = (operator: string, value: Json, fact = 'driver.score_change'): JsonObject => ({
    fact,
    params: { over: '7d' },
    operator,
    value,
  });
  const about = (name: string, condition: JsonObject): readonly string[] =>
    warnings({ id: 'a-rule', name, severity: 'info', conditions: { all: [condition] } });

  it.each<[string, Json, string]>([
    ['greaterThan', 0, 'never true for a drop'],
    ['greaterThan', 10, 'never true for a drop'],
    ['greaterThanInclusive', 10, 'never true for a drop'],
    ['between', [5, 10], 'never true for a drop'],
    ['equal', 10, 'never true for a drop'],
    ['lessThan', 10, 'for a rise of less than 10'],
    ['lessThanInclusive', 10, 'for a rise of less than 10'],
    ['lessThanInclusive', 0, 'also true without any change'],
  ])('%s %j points the wrong way', (operator, value, words) => {
    const [warning, ...others] = about('Driver score drop', change(operator, value));
    expect(others).toEqual([]);
    expect(warning).toContain('/conditions/all/0/value: the rule mentions a drop');
    expect(warning).toContain(words);
    expect(warning).toContain('"lessThanInclusive" and -10');
  });

  it('is looked for in id and description too, and in the scores of the fleet and of groups', () => {
    const conditions = { all: [change('greaterThan', 0, 'fleet.score_change')] };
    expect(warnings({ id: 'score-drop', name: 'Fleet', conditions })).toHaveLength(1);
    expect(warnings({ name: 'Fleet', description: 'The score fell.', conditions })).toHaveLength(1);
    expect(
      warnings({ name: 'Fleet', description: 'Schlechter als vor einer Woche.', conditions }),
    ).toHaveLength(1);
    expect(warnings({ name: 'Fleet', severity: 'info', conditions })).toEqual([]);
  });

  it('is asked about where a rule of more than information does not say which way it means', () => {
    const conditions = { all: [change('greaterThanInclusive', 10)] };
    for (const severity of ['warning', 'critical'])
      expect(warnings({ name: 'Score changed', severity, conditions })).toEqual([
        '/conditions/all/0/value: a drop is a negative driver.score_change, and this is never true for a drop: is a rise meant? If so, say it in the name or description; for a drop of ten points or more, write "lessThanInclusive" and -10',
      ]);
    expect(warnings({ name: 'Score changed', severity: 'info', conditions })).toEqual([]);
    expect(warnings({ name: 'Score is up', severity: 'warning', conditions })).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['Driver score drop', change('lessThanInclusive', -10)],
    ['Driver score drop', change('lessThan', 0)],
    ['Driver score drop', change('greaterThan', -20)],
    ['Driver score drop', change('between', [-20, -10])],
    ['Driver score drop', change('isKnown', true)],
    ['Driver score drop', { fact: 'driver.score', operator: 'greaterThan', value: 10 }],
    ['Driver score drop', { not: change('greaterThan', 0) }],
    ['Score improved', change('greaterThan', 10)],
    ['Recovered after a drop', change('greaterThan', 10)],
    ['Score changed', change('greaterThan', 10)],
    ['Raindrops', change('greaterThan', 10)],
  ])('"%s" with %j is no cause for a warning', (name, condition) => {
    expect(about(name, condition)).toEqual([]);
  });
});

describe('a condition on the trip alone under becomes_true', () => {
  const count: JsonObject = phone(3, '7d', 'count');
  const score: JsonObject = { fact: 'driver.score', operator: 'lessThan', value: 60 };
  const run = (conditions: JsonObject, trigger = 'becomes_true'): readonly string[] =>
    warnings({ conditions, trigger });

  it('ends the run with each trip that does not meet it', () => {
    expect(run({ all: [count, km('greaterThan', 1)] })).toEqual([
      '/conditions/all/1: "trip.distance_km" is about one trip: with "becomes_true", a short trip that does not meet this condition ends the run, and the next matching trip alerts again although driver.events.count never stopped matching. Remove this condition, or use "each_trip" with a throttle',
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['in an inner all', { all: [{ all: [km('greaterThan', 1)] }, score] }, '/conditions/all/0/all/0'],
    [
      'as alternatives',
      { all: [score, { any: [km('greaterThan', 1), session('equal', 'a')] }] },
      '/conditions/all/1',
    ],
    ['under not', { not: { any: [km('lessThan', 1), score] } }, '/conditions/not/any/0'],
  ])('is found %s', (_, conditions, pointer) => {
    expect(run(conditions)).toEqual([expect.stringMatching(new RegExp(`^${pointer}: .*ends the run`))]);
  });

  it.each<[string, JsonObject, string?]>([
    ['an alert for each trip', { all: [count, km('greaterThan', 1)] }, 'each_trip'],
    ['a rule about trips only', { all: [km('greaterThan', 1), session('equal', 'a')] }],
    ['an alternative to what lasts', { any: [count, km('greaterThan', 1)] }],
    ['who drove', { all: [count, { fact: 'driver.groups', operator: 'contains', value: 'north' }] }],
    ['two facts that last', { all: [count, score] }],
  ])('is no cause for a warning: %s', (_, conditions, trigger) => {
    expect(run(conditions, trigger)).toEqual([]);
  });
});
