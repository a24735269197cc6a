import type { WordedDecision } from '../../../messages/decisions/index.ts';
import { describe, expect, it } from 'vitest';
import { compileRules, evaluateRules } from '../../../rules/evaluation/index.ts';
import type { SharedCondition } from '../../../rules/lint/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { decideOn, published, tableOf } from '../given.ts';

async function decided(
  conditions: JsonObject,
  facts: Readonly<Record<string, Json | undefined>>,
): Promise<WordedDecision> {
  return decideOn(published({ conditions, actions: [] }), tableOf(facts));
}

const km = (operator: string, value: Json): JsonObject => ({ fact: 'trip.distance_km', operator, value });
const score = (operator: string, value: Json): JsonObject => ({ fact: 'trip.score', operator, value });
const session = (operator: string, value: Json): JsonObject => ({ fact: 'trip.session_id', operator, value });

describe('the nearest miss of one condition', () => {
  it.each<[JsonObject, Json, object]>([
    [km('greaterThan', 10), 8, { gap: 2, relative_gap: 0.2, actual: 8 }],
    [km('greaterThan', 10), 10, { gap: 0, relative_gap: 0 }],
    [km('lessThanInclusive', 10), 10.3, { gap: 0.3, relative_gap: 0.03 }],
    [km('equal', 10), 12, { gap: 2, relative_gap: 0.2 }],
    [km('in', [1, 20, 9]), 12, { gap: 3, relative_gap: 0.3333 }],
    [km('between', [5, 10]), 12, { gap: 2, relative_gap: 0.2 }],
    [km('between', [5, 10]), 4, { gap: 1, relative_gap: 0.2 }],
  ])('%j, when it was %j', async (comparison, actual, miss) => {
    const decision = await decided({ all: [comparison] }, { 'trip.distance_km': actual });
    expect(decision.nearest_miss).toMatchObject({ pointer: '/conditions/all/0', ...comparison, ...miss });
  });

  it('is counted from what is left under not', async () => {
    const facts = { 'trip.distance_km': 8 };
    const outside = await decided({ not: km('between', [5, 10]) }, facts);
    expect(outside.nearest_miss).toMatchObject({ pointer: '/conditions/not', gap: 2, relative_gap: 0.2 });
    expect((await decided({ not: km('lessThan', 10) }, facts)).nearest_miss).toMatchObject({ gap: 2 });
    expect((await decided({ not: km('notEqual', 10) }, facts)).nearest_miss).toMatchObject({ gap: 2 });
    expect((await decided({ not: km('equal', 8) }, facts)).nearest_miss).not.toHaveProperty('gap');
  });

  it('has no share where the limit is 0, and no gap where there is no number', async () => {
    const zero = await decided({ all: [km('greaterThan', 0)] }, { 'trip.distance_km': 0 });
    expect(zero.nearest_miss).toMatchObject({ gap: 0 });
    expect(zero.nearest_miss).not.toHaveProperty('relative_gap');
    const text = await decided({ all: [session('equal', 'a')] }, { 'trip.session_id': 'b' });
    expect(text.nearest_miss).toEqual({
      pointer: '/conditions/all/0',
      ...session('equal', 'a'),
      actual: 'b',
    });
  });

  it('on the limit itself is described so, and not as a gap of 0', async () => {
    const facts = { 'trip.distance_km': 10, 'trip.score': 80 };
    const both = await decided({ any: [km('greaterThan', 10), score('lessThan', 50)] }, facts);
    expect(both.sentence).toMatch(/ Only just missed: distance was exactly at the threshold\.$/);
  });

  it.each([
    [1e308, 10],
    [1e308, -1e308],
    [1, 5e-324],
  ])('of %d from %d is shown in numbers that differ', async (actual, limit) => {
    const facts = { 'trip.distance_km': actual, 'trip.score': 80 };
    const both = await decided({ any: [km('lessThan', limit), score('lessThan', 50)] }, facts);
    expect(both.sentence).not.toMatch(/Infinity|NaN|unknown/);
    const alone = await decided({ all: [km('lessThan', limit)] }, facts);
    expect(JSON.stringify(alone.nearest_miss)).not.toContain('null');
  });

  it('counts seconds between times and days between dates', async () => {
    const late = { fact: 'trip.start_time', operator: 'greaterThan', value: '2026-03-01T08:00:00+01:00' };
    const early = await decided({ all: [late] }, { 'trip.start_time': '2026-03-01T06:59:00Z' });
    expect(early.nearest_miss).toMatchObject({ gap: 60 });
    const since = { fact: 'driver.start_date', operator: 'lessThan', value: '2026-01-01' };
    const young = await decided({ all: [since] }, { 'driver.start_date': '2026-01-31' });
    expect(young.nearest_miss).toMatchObject({ gap: 30 });
  });

  const hour = (operator: string, value: Json): JsonObject => ({ fact: 'trip.local_hour', operator, value });

  it.each<[JsonObject, number, number]>([
    [hour('lessThan', 6), 22, 2],
    [hour('greaterThanInclusive', 22), 4, 5],
    [hour('between', [22, 23]), 0, 1],
    [hour('equal', 12), 23, 11],
    [{ not: hour('between', [1, 20]) }, 2, 2],
    [{ not: hour('notEqual', 3) }, 23, 4],
  ])('goes the short way round the clock: %j at %j', async (comparison, actual, gap) => {
    const conditions = 'not' in comparison ? comparison : { all: [comparison] };
    const { nearest_miss: miss } = await decided(conditions, { 'trip.local_hour': actual });
    expect(miss).toMatchObject({ gap });
    expect(miss).not.toHaveProperty('relative_gap');
  });

  it('says how far a clock is off in hours, never in per cent', async () => {
    const night = { any: [hour('greaterThanInclusive', 22), hour('lessThan', 6)] };
    expect((await decided(night, { 'trip.local_hour': 10 })).sentence).toBe(
      'Not matched: local start hour was 10 (threshold: 22 or more); local start hour was 10 (threshold: less than 6). Missed by 5 hours on local start hour.',
    );
    expect((await decided(night, { 'trip.local_hour': 21 })).sentence).toContain(
      'Missed by 1 hour on local start hour.',
    );
    const never = await decided({ all: [hour('greaterThan', 23)] }, { 'trip.local_hour': 21 });
    expect(never.nearest_miss).not.toHaveProperty('gap');
  });

  it('takes the other fact for the limit', async () => {
    const other = { ...score('lessThan', 0), value: { fact: 'driver.score' } };
    const decision = await decided({ all: [other] }, { 'trip.score': 60, 'driver.score': 50 });
    expect(decision.nearest_miss).toMatchObject({
      gap: 10,
      relative_gap: 0.2,
      value: { fact: 'driver.score' },
    });
  });
});

describe('the nearest miss of several conditions', () => {
  const facts = { 'trip.distance_km': 9, 'trip.score': 80, 'trip.session_id': 'x' };
  // The distance was missed by 10 %, the score by 60 %, the session completely.
  const [near, far, hopeless] = [km('greaterThan', 10), score('lessThan', 50), session('equal', 'y')];

  it.each<[JsonObject, string]>([
    [{ any: [far, near, hopeless] }, '/conditions/any/1'],
    [{ all: [near, far] }, '/conditions/all/1'],
    [{ all: [near, hopeless, far] }, '/conditions/all/1'],
    [{ all: [near, score('greaterThan', 1)] }, '/conditions/all/0'],
    [{ any: [{ all: [near, hopeless] }, { all: [near, far] }] }, '/conditions/any/1/all/1'],
    [{ not: { any: [score('greaterThan', 50), km('lessThan', 10)] } }, '/conditions/not/any/0'],
    [{ not: { all: [score('greaterThan', 50), km('lessThan', 10)] } }, '/conditions/not/all/1'],
  ])('%j is at %s', async (conditions, pointer) => {
    const decision = await decided(conditions, facts);
    expect(decision).toMatchObject({ outcome: 'not_matched', nearest_miss: { pointer } });
  });

  it('is in the sentence, where one condition would say it itself', async () => {
    expect((await decided({ any: [far, near] }, facts)).sentence).toBe(
      'Not matched: trip score was 80 (threshold: less than 50); distance was 9 km (threshold: more than 10 km). Missed by 1 km (10 %) on distance.',
    );
    expect((await decided({ all: [near] }, facts)).sentence).toBe(
      'Not matched: distance was 9 km (threshold: more than 10 km).',
    );
  });

  it('inside a shared condition is where the rule names it', async () => {
    const condition = { id: 'far', name: 'Far', conditions: { all: [near] } } as unknown as SharedCondition;
    const rule = published({ conditions: { any: [far, { condition: 'far' }] } });
    const compiled = compileRules([rule], [{ id: 'far', version: 1, condition }]);
    const [decision] = await evaluateRules(compiled, tableOf(facts), { driverId: 'd', tripId: 't' });
    expect(decision?.nearest_miss).toMatchObject({ pointer: '/conditions/any/1/condition', gap: 1 });
  });

  it('is not said of a rule that fired, could not be decided or was not about the driver', async () => {
    for (const [conditions, known] of [
      [{ all: [near] }, { 'trip.distance_km': 11 }],
      [{ all: [near] }, {}],
    ] as const)
      expect(await decided(conditions, known)).not.toHaveProperty('nearest_miss');
    const other = published({ scope: { drivers: ['somebody'] } });
    expect(await decideOn(other, tableOf(facts))).not.toHaveProperty('nearest_miss');
  });
});
