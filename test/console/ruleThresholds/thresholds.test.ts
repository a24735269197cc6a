import { describe, expect, it } from 'vitest';
import { leafAt, thresholdsOf, withNumberAt } from '../../../console/views/rules/thresholds/index.ts';
import type { JsonObject } from '../../../console/views/rules/form/index.ts';
import { isTarget, sweepTarget } from '../../../rules/backtests/index.ts';

type Swept = Parameters<typeof sweepTarget>[0];

const leaf = (operator: string, value: JsonObject[string], fact = 'trip.distance_km'): JsonObject => ({
  fact,
  operator,
  value,
});
const rule: JsonObject = {
  id: 'long',
  conditions: {
    all: [
      leaf('greaterThan', 12.5),
      { any: [leaf('between', [-3, 40]), { not: leaf('lessThanInclusive', 7) }] },
      leaf('in', [1, 2]),
      leaf('equal', 'mon', 'trip.local_weekday'),
      leaf('lessThan', { fact: 'driver.score' }, 'trip.score'),
      { condition: 'shared' },
    ],
  },
};

describe('the numbers of a rule that can be swept', () => {
  const found = thresholdsOf(rule['conditions']);

  it('are those that a back-test takes, each with the value that the rule has', () => {
    expect(found.map(({ pointer, value, bound }) => [pointer, value, bound])).toEqual([
      ['/conditions/all/0/value', 12.5, undefined],
      ['/conditions/all/1/any/0/value/0', -3, 'low'],
      ['/conditions/all/1/any/0/value/1', 40, 'high'],
      ['/conditions/all/1/any/1/not/value', 7, undefined],
    ]);
    for (const { pointer, value, leaf: of } of found) {
      const target = sweepTarget(rule as unknown as Swept, pointer);
      expect(isTarget(target) && [target.current, target.fact, target.operator], pointer).toEqual([
        value,
        of['fact'],
        of['operator'],
      ]);
    }
  });

  it.each(found.map(({ pointer }) => pointer))(
    'at %s can be changed, and nothing else changes',
    (pointer) => {
      const before = structuredClone(rule);
      const changed = withNumberAt(rule, pointer, 23);
      expect(leafAt(changed, pointer)?.value).toBe(23);
      expect(withNumberAt(changed, pointer, leafAt(rule, pointer)!.value)).toEqual(rule);
      expect(rule).toEqual(before);
    },
  );

  it('are none of a rule without numbers or conditions', () => {
    expect(thresholdsOf(undefined)).toEqual([]);
    expect(thresholdsOf({ all: [{ condition: 'shared' }] })).toEqual([]);
    expect(leafAt({ id: 'bare' }, '/conditions/all/0/value')).toBeUndefined();
  });
});
