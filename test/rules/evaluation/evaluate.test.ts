import { describe, expect, it } from 'vitest';
import { compileRules, evaluateRules } from '../../../rules/evaluation/index.ts';
import type { CompiledRules, RuleDecision } from '../../../rules/evaluation/index.ts';
import { factKey } from '../../../rules/facts/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { decideOn, decideTrip, eventOf, knownAs, published, sourcesOf, tableOf, tripWith } from '../given.ts';

const SUBJECT = { driverId: 'd-1', tripId: 't-1' };

function asking(...all: JsonObject[]): JsonObject {
  return { conditions: { all }, actions: [] };
}

const long: JsonObject = { fact: 'trip.distance_km', operator: 'greaterThan', value: 10 };

describe('a decision', () => {
  it('mirrors the conditions as they were written', async () => {
    const rule = published({
      conditions: {
        any: [
          {
            not: { fact: 'trip.score', operator: 'lessThan', value: { fact: 'driver.score' }, name: 'worse' },
          },
          { all: [long, { fact: 'trip.session_id', operator: 'isKnown', value: true }] },
        ],
      },
    });
    const facts = tableOf({
      'trip.score': 60,
      'driver.score': 70,
      'trip.distance_km': 3,
      'trip.session_id': undefined,
    });
    expect(await decideOn(rule, facts)).toMatchObject({
      rule: 'a-rule',
      version: 1,
      outcome: 'not_matched',
      reason: 'conditions_false',
      trace: {
        result: 'false',
        any: [
          {
            result: 'false',
            not: {
              fact: 'trip.score',
              name: 'worse',
              operator: 'lessThan',
              value: { fact: 'driver.score' },
              compared: 70,
              actual: 60,
              result: 'true',
            },
          },
          {
            result: 'false',
            all: [
              { ...long, actual: 3, result: 'false' },
              { fact: 'trip.session_id', unknown_because: 'not sent', result: 'false' },
            ],
          },
        ],
      },
    });
  });

  it.each<[string, Json | undefined, string]>([
    ['matched', 11, 'matched'],
    ['not_matched', 10, 'conditions_false'],
    ['unknown', undefined, 'conditions_unknown'],
    ['unknown', '11', 'conditions_unknown'],
    ['unknown', null, 'conditions_unknown'],
    ['unknown', 'NA', 'conditions_unknown'],
  ])('is %s for a distance of %j', async (outcome, distance, reason) => {
    const decision = await decideOn(published(asking(long)), tableOf({ 'trip.distance_km': distance }));
    expect(decision).toMatchObject({ outcome, reason });
  });

  it('takes a negative rating for one that cannot be rated', async () => {
    const rule = published(asking({ fact: 'trip.phone_use_rating', operator: 'lessThan', value: 3 }));
    const decision = await decideOn(rule, tableOf({ 'trip.phone_use_rating': -1 }));
    expect(decision).toMatchObject({
      outcome: 'unknown',
      trace: { all: [{ unknown_because: 'cannot be rated', result: 'unknown' }] },
    });
  });

  it.each<[string, Json, string]>([
    ['text where a number belongs', '40', 'trip.distance_km'],
    ['a list where a number belongs', [40], 'trip.distance_km'],
    ['a number where text belongs', 40, 'trip.session_id'],
    ['text where a time belongs', 'yesterday', 'trip.start_time'],
    ['text where a list belongs', 'gyroscope', 'driver.devices_missing_data'],
  ])('says %s', async (because, value, fact) => {
    const rule = published(asking({ fact, operator: 'isKnown', value: true }));
    const decision = await decideOn(rule, tableOf({ [fact]: value }));
    expect(decision).toMatchObject({
      outcome: 'not_matched',
      trace: { all: [{ unknown_because: because }] },
    });
  });

  it('compares times as instants, whatever their offsets', async () => {
    const rule = published(
      asking({
        fact: 'trip.start_time',
        operator: 'greaterThanInclusive',
        value: '2026-03-10T08:00:00+01:00',
      }),
    );
    const at = async (time: string): Promise<string> =>
      (await decideOn(rule, tableOf({ 'trip.start_time': time }))).outcome;
    expect(await at('2026-03-10T07:00:00Z')).toBe('matched');
    expect(await at('2026-03-10T06:59:59Z')).toBe('not_matched');
    expect(await at('2026-03-10T09:00:00+03:00')).toBe('not_matched');
  });

  it('compares dates by calendar day, and leaves texts unknown', async () => {
    const rule = published(
      asking({ fact: 'driver.start_date', operator: 'between', value: ['2026-01-01', '2026-01-31'] }),
    );
    const on = async (date: string): Promise<string> =>
      (await decideOn(rule, tableOf({ 'driver.start_date': date }))).outcome;
    expect([await on('2026-01-31'), await on('2026-02-01'), await on('soon')]).toEqual([
      'matched',
      'not_matched',
      'unknown',
    ]);
  });

  it.each<[JsonObject, Json, string]>([
    [{ path: '$.depot', operator: 'equal', value: 'north' }, { depot: 'north' }, 'matched'],
    [{ path: '$.depot', operator: 'equal', value: 'north' }, { depot: 7 }, 'unknown'],
    [{ path: '$.depot', operator: 'equal', value: 'north' }, {}, 'unknown'],
    [{ path: '$.depot', operator: 'notEqual', value: 'north' }, { depot: 'NA' }, 'unknown'],
    [
      { path: '$.vehicle.tonnes', operator: 'greaterThan', value: 3.5 },
      { vehicle: { tonnes: 7.5 } },
      'matched',
    ],
    [
      { path: '$.vehicle.tonnes', operator: 'greaterThan', value: 3.5 },
      { vehicle: { tonnes: '7.5' } },
      'unknown',
    ],
    [{ path: '$.vehicle.tonnes', operator: 'greaterThan', value: 3.5 }, { vehicle: 'van' }, 'unknown'],
    [{ path: '$.tags', operator: 'contains', value: 'adr' }, { tags: ['adr'] }, 'matched'],
    [{ path: '$.tags.0', operator: 'equal', value: 'adr' }, { tags: ['adr'] }, 'matched'],
    [{ path: '$.tags', operator: 'contains', value: 'adr' }, { tags: 'adr' }, 'unknown'],
    [{ path: '$.trainee', operator: 'equal', value: true }, { trainee: false }, 'not_matched'],
    [{ path: '$.trainee', operator: 'isKnown', value: false }, { trainee: null }, 'matched'],
  ])('asks the attributes %j of %j: %s', async (comparison, attributes, outcome) => {
    const rule = published(asking({ fact: 'driver.attributes', ...comparison }));
    expect((await decideOn(rule, tableOf({ 'driver.attributes': attributes }))).outcome).toBe(outcome);
  });

  it('is unknown when the other fact is', async () => {
    const comparison = { fact: 'trip.score', operator: 'notEqual', value: { fact: 'driver.score' } };
    const decision = await decideOn(published(asking(comparison)), tableOf({ 'trip.score': 50 }));
    expect(decision).toMatchObject({
      outcome: 'unknown',
      trace: { all: [{ actual: 50, unknown_because: 'driver.score is unknown: not sent' }] },
    });
  });

  it('shows where history begins inside the window', async () => {
    const params = { type: 'PHONE_USE', window: '7d' };
    const rule = published(asking({ fact: 'driver.events.count', params, operator: 'lessThan', value: 9 }));
    const key = factKey({ fact: 'driver.events.count', params });
    const decision = await decideOn(rule, new Map([[key, knownAs(2, '2026-03-05T00:00:00Z')]]));
    expect(decision).toMatchObject({ trace: { all: [{ history_since: '2026-03-05T00:00:00Z' }] } });
  });

  it('keeps only so much of a value in the trace', async () => {
    const rule = published({
      conditions: {
        any: [
          { fact: 'trip.session_id', operator: 'isKnown', value: true },
          { fact: 'driver.attributes', operator: 'isKnown', value: true },
        ],
      },
      actions: [],
    });
    const facts = tableOf({
      'trip.session_id': 'x'.repeat(9_000),
      'driver.attributes': { home: 'an address' },
    });
    const kept = JSON.stringify(await decideOn(rule, facts));
    expect(kept.length).toBeLessThan(1_000);
    expect(kept).not.toContain('an address');
  });
});

describe('the scope', () => {
  it.each<[JsonObject, string, string]>([
    [{ mode: 'off' }, 'd-1', 'off'],
    [{ scope: { exclude_drivers: ['d-1', 'd-2'] } }, 'd-1', 'excluded_driver'],
    [{ scope: { drivers: ['d-2'] } }, 'd-1', 'other_driver'],
    [{ scope: { drivers: ['d-1'], exclude_drivers: ['d-1'] } }, 'd-1', 'excluded_driver'],
  ])('%j leaves %s out: %s', async (fields, driverId, reason) => {
    const decision = await decideOn(published(fields), tableOf({ 'trip.distance_km': 99 }), driverId);
    expect(decision).toMatchObject({ outcome: 'out_of_scope', reason });
    expect(decision.trace).toBeUndefined();
  });

  it('lets the others in', async () => {
    const rule = published({ scope: { drivers: ['d-2', 'd-1'], exclude_drivers: ['d-3'] } });
    expect(await decideOn(rule, tableOf({ 'trip.distance_km': 99 }))).toMatchObject({ outcome: 'matched' });
  });

  it('a rule that is off asks for no facts', () => {
    expect(compileRules([published({ mode: 'off' })]).requests).toEqual([]);
  });
});

describe('many rules', () => {
  it('ask for each fact once', () => {
    const compiled = compileRules([
      published(),
      published({ id: 'b', ...asking(long) }),
      published({ id: 'c' }),
    ]);
    expect(compiled.requests).toEqual([{ fact: 'trip.distance_km', params: {} }]);
  });

  it('are decided although one cannot be compiled, one throws and one is not believed', async () => {
    const compiled = compileRules(['one', 'two', 'three', 'four', 'five'].map((id) => published({ id })));
    const throwing = (): never => {
      throw new Error('broken');
    };
    const rules: CompiledRules['rules'] = compiled.rules.map((rule, index) => {
      if ('error' in rule) return rule;
      if (index === 0) return { published: rule.published, error: 'broken', fixed: new Map() };
      if (index === 1) return { ...rule, decide: () => Promise.reject(new Error('broken')) };
      if (index === 2) return { ...rule, decide: () => Promise.resolve(false) };
      return index === 3 ? { ...rule, decide: throwing } : rule;
    });
    const decisions = await evaluateRules(
      { ...compiled, rules },
      tableOf({ 'trip.distance_km': 5 }),
      SUBJECT,
    );
    expect(decisions.map(({ rule, outcome, reason }) => `${rule}: ${outcome}, ${reason}`)).toEqual([
      'one: failed, not_compiled',
      'two: failed, evaluation_failed',
      'three: failed, evaluators_disagree',
      'four: failed, evaluation_failed',
      'five: matched, matched',
    ]);
  });

  it('may be evaluated for many trips at once, each begun while others are under way', async () => {
    const compiled = compileRules([published(), published({ id: 'b', ...asking(long) })]);
    const distances = Array.from({ length: 80 }, (_, index) => index / 4);
    const pending: Promise<RuleDecision[]>[] = [];
    for (const distance of distances) {
      pending.push(evaluateRules(compiled, tableOf({ 'trip.distance_km': distance }), SUBJECT));
      // One turn of the microtask queue between starts lets runs begin at every stage of the earlier ones.
      await Promise.resolve();
    }
    const decisions = await Promise.all(pending);
    expect(decisions.map((rules) => rules.map((rule) => rule.outcome))).toEqual(
      distances.map((distance) =>
        [distance > 1, distance > 10].map((fires) => (fires ? 'matched' : 'not_matched')),
      ),
    );
  });

  it('share what is equal in their traces, and say of each trip what a fresh set of rules would say', async () => {
    const compiled = compileRules([published(asking(long)), published({ id: 'b', ...asking(long) })]);
    for (const distance of [3, 3, 12, 'NA', null, 3, 10, 12]) {
      const facts = tableOf({ 'trip.distance_km': distance });
      const [first, second] = await evaluateRules(compiled, facts, SUBJECT);
      const fresh = await evaluateRules(compileRules([published(asking(long))]), facts, SUBJECT);
      expect([first]).toEqual(fresh);
      expect(second?.trace).toEqual(first?.trace);
    }
  });

  it('bother the engine only with those that can fire, and every one of these', async () => {
    const count = (type: string): JsonObject => ({
      fact: 'trip.events.count',
      params: { type },
      operator: 'greaterThanInclusive',
      value: 1,
    });
    const compiled = compileRules([
      published({ id: 'collision', ...asking(count('COLLISION'), long) }),
      published({ id: 'phone', ...asking(count('PHONE_USE')) }),
      published({ id: 'not-phone', conditions: { not: count('PHONE_USE') }, actions: [] }),
      published({ id: 'either', conditions: { any: [count('COLLISION'), long] }, actions: [] }),
      published({ id: 'late', conditions: { not: long }, actions: [] }),
    ]);
    const facts = tableOf({ 'trip.distance_km': 3 });
    const table = new Map([
      ...facts,
      [factKey({ fact: 'trip.events.count', params: { type: 'COLLISION' } }), knownAs(0)] as const,
      [factKey({ fact: 'trip.events.count', params: { type: 'PHONE_USE' } }), knownAs(2)] as const,
    ]);
    const asked: string[] = [];
    const rules = compiled.rules.map((rule): CompiledRules['rules'][number] => {
      if ('error' in rule) return rule;
      const decide: typeof rule.decide = (values) => {
        asked.push(rule.published.id);
        return rule.decide(values);
      };
      return { ...rule, decide };
    });
    const decisions = await evaluateRules({ ...compiled, rules }, table, SUBJECT);
    expect(asked).toEqual(['phone', 'late']);
    expect(decisions.map(({ outcome }) => outcome)).toEqual([
      'not_matched',
      'matched',
      'not_matched',
      'not_matched',
      'matched',
    ]);
    for (const { trace } of decisions) expect(trace).toBeDefined();
  });
});

describe('a trip whose events did not arrive', () => {
  it('fires neither a rule that asks for events nor one that asks for none', async () => {
    const none = { fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'equal', value: 0 };
    for (const conditions of [{ all: [none] }, { not: none }, { all: [{ ...none, operator: 'notEqual' }] }]) {
      const rule = published({ conditions, actions: [] });
      expect(await decideTrip(rule, sourcesOf(tripWith()))).toMatchObject({ outcome: 'unknown' });
    }
  });

  it('leaves alone what does not ask', async () => {
    const rule = published(asking(long));
    const decision = await decideTrip(
      rule,
      sourcesOf(tripWith({ distanceKm: 20, events: [eventOf('COLLISION')] })),
    );
    expect(decision.outcome).toBe('matched');
  });
});
