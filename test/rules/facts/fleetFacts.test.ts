import { describe, expect, it } from 'vitest';
import { factKey, namedScores, planFacts, resolveFacts, scoreKey } from '../../../rules/facts/index.ts';
import type { FactSources, ScoreQuestion } from '../../../rules/facts/index.ts';
import type { FleetReading, JsonObject } from '../../../rules/vocabulary/index.ts';
import { inWords, knownAs, sourcesOf, tripWith } from '../given.ts';
import type { FactInWords } from '../given.ts';

const trip = tripWith({ endTime: '2026-03-10T00:30:00+02:00' });
const [NOW, BEFORE] = ['2026-03-09', '2026-03-02'];

function resolve(fact: string, sources: FactSources, params: JsonObject = {}): FactInWords {
  const value = resolveFacts([{ fact, params }], sources).get(factKey({ fact, params }));
  if (!value) throw new Error('not resolved');
  return inWords(value);
}

const unknownBecause = (because: string): FactInWords => ({ known: false, because });
const reading = (fields: Partial<FleetReading> = {}): FleetReading => ({
  ratings: {},
  extra: {},
  problems: [],
  ...fields,
});

/** Returns sources with the driver's groups, and with readings by driver and date. */
function given(
  groups: readonly string[] | undefined,
  readings: readonly (readonly [ScoreQuestion, FleetReading | undefined])[] = [],
): FactSources {
  return sourcesOf(trip, {
    groups,
    scores: new Map(readings.map(([question, each]) => [scoreKey(question), each])),
  });
}

describe('a plan of fleet facts', () => {
  const fleet = { fact: 'fleet.score', params: {} };
  const change = { fact: 'fleet.score_change', params: { over: '7d' } };

  it('asks for each score once, by date', () => {
    expect(planFacts([fleet, change, fleet], trip)).toMatchObject({
      scores: [
        { of: 'fleet', endDate: NOW },
        { of: 'fleet', endDate: BEFORE },
      ],
      needsGroups: false,
      readings: [],
    });
  });

  it.each([
    ['driver.groups', {}, true],
    ['group.score', {}, true],
    ['group.score_change', { over: '7d' }, true],
    ['group.score', { group: 'north' }, false],
    ['group.score_change', { over: '7d', group: 'north' }, false],
    ['fleet.score', {}, false],
    ['driver.rule_alerts', { rule: 'a', window: '7d' }, false],
  ])('%s with %j needs the driver’s groups: %s', (fact, params, needs) => {
    expect(planFacts([{ fact, params }], trip).needsGroups).toBe(needs);
  });

  it('of a trip without an end asks for no score', () => {
    expect(planFacts([fleet, change], tripWith()).scores).toEqual([]);
  });

  it('names the driver’s only group, and asks for no group when there is none or more than one', () => {
    const scores: ScoreQuestion[] = [
      { of: 'fleet', endDate: NOW },
      { of: 'group', endDate: NOW },
      { of: 'group', group: 'north', endDate: NOW },
      { of: 'group', group: 'south', endDate: NOW },
    ];
    const [fleetScore, , north, south] = scores;
    expect(namedScores(scores, ['north'])).toEqual([fleetScore, north, south]);
    for (const groups of [[], ['north', 'west'], undefined])
      expect(namedScores(scores, groups)).toEqual([fleetScore, north, south]);
    expect(namedScores(scores.slice(1, 2), ['west'])).toEqual([{ of: 'group', group: 'west', endDate: NOW }]);
  });

  it('has each window of alerts once', () => {
    const alerts = (rule: string, window: string) => ({
      fact: 'driver.rule_alerts',
      params: { rule, window },
    });
    const plan = planFacts([alerts('a', '7d'), alerts('a', '168h'), alerts('b', '7d')], trip);
    expect(plan.ruleAlerts).toEqual([
      { rule: 'a', windowSeconds: 604_800, key: 'a:604800' },
      { rule: 'b', windowSeconds: 604_800, key: 'b:604800' },
    ]);
  });
});

describe('driver.groups', () => {
  it.each([
    [['north', 'vans'], knownAs(['north', 'vans'])],
    [[], knownAs([])],
    [undefined, unknownBecause("the fleet's groups could not be read")],
  ])('of %j', (groups, value) => {
    expect(resolve('driver.groups', given(groups))).toEqual(value);
  });
});

describe('scores', () => {
  const fleetAt = (endDate: string): ScoreQuestion => ({ of: 'fleet', endDate });
  const northAt = (endDate: string): ScoreQuestion => ({ of: 'group', group: 'north', endDate });

  it.each<[string, Partial<FleetReading> | undefined, FactInWords]>([
    ['sent', { score: 71.25 }, knownAs(71.25)],
    ['not sent', {}, unknownBecause('not sent')],
    ['unrated', { score: null }, unknownBecause('cannot be rated')],
    [
      'of another type',
      { problems: [{ pointer: '/driving_behavior/service_score', message: 'text where a number belongs' }] },
      unknownBecause('text where a number belongs'),
    ],
    ['not there', undefined, unknownBecause(`the service has no fleet scores for ${NOW}`)],
  ])('of the fleet, %s', (_what, fields, value) => {
    const sources = given(undefined, [[fleetAt(NOW), fields && reading(fields)]]);
    expect(resolve('fleet.score', sources)).toEqual(value);
  });

  it('of the fleet change between two dates', () => {
    const sources = given(undefined, [
      [fleetAt(NOW), reading({ score: 70.1 })],
      [fleetAt(BEFORE), reading({ score: 73 })],
      [fleetAt('2026-03-01'), reading({ score: null })],
    ]);
    const change = (over: string) => resolve('fleet.score_change', sources, { over });
    expect(change('7d')).toEqual(knownAs(-2.9));
    expect(change('8d')).toEqual(unknownBecause('cannot be rated on 2026-03-01'));
    expect(change('9d')).toEqual(unknownBecause('the service has no fleet scores for 2026-02-28'));
  });

  it.each<[string, readonly string[] | undefined, JsonObject, FactInWords]>([
    ['named', undefined, { group: 'north' }, knownAs(66)],
    ['his only one', ['north'], {}, knownAs(66)],
    ['none', [], {}, unknownBecause('the driver is in no group')],
    [
      'several',
      ['north', 'vans'],
      {},
      unknownBecause('the driver is in several groups, and the rule names none'),
    ],
    ['not known', undefined, {}, unknownBecause("the fleet's groups could not be read")],
    ['without a reading', ['south'], {}, unknownBecause(`the service has no group scores for ${NOW}`)],
  ])('of a group that is %s', (_which, groups, params, value) => {
    const sources = given(groups, [
      [northAt(NOW), reading({ score: 66 })],
      [northAt(BEFORE), reading({ score: 61 })],
      [fleetAt(NOW), reading({ score: 99 })],
    ]);
    expect(resolve('group.score', sources, params)).toEqual(value);
    const change = resolve('group.score_change', sources, { over: '7d', ...params });
    expect(change).toEqual(value.known ? knownAs(5) : value);
  });

  it.each(['fleet.score', 'fleet.score_change', 'driver.rule_alerts'])(
    '%s of a trip without an end is unknown',
    (fact) => {
      const params = fact === 'fleet.score' ? {} : { over: '7d', rule: 'a', window: '7d' };
      expect(resolve(fact, sourcesOf(tripWith()), params)).toEqual(
        unknownBecause("the trip's end time was not sent"),
      );
    },
  );
});

describe('driver.rule_alerts', () => {
  const params = { rule: 'phone', window: '7d' };
  const counted = (value: { count: number; historySince?: string } | undefined) =>
    resolve(
      'driver.rule_alerts',
      sourcesOf(trip, { ruleAlerts: new Map([['phone:604800', value]]) }),
      params,
    );

  it('is what the store counted, with where history begins', () => {
    expect(counted({ count: 2 })).toEqual(knownAs(2));
    expect(counted({ count: 0, historySince: '2026-03-05T00:00:00Z' })).toEqual(
      knownAs(0, '2026-03-05T00:00:00Z'),
    );
    expect(counted(undefined)).toEqual(unknownBecause('stored history could not be read'));
  });
});
