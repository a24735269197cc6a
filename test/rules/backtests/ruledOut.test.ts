import { describe, expect, it } from 'vitest';
import { ruledOutBy } from '../../../rules/backtests/index.ts';
import { compileRules, evaluateRules } from '../../../rules/evaluation/index.ts';
import { published, tableOf } from '../given.ts';

const long = { fact: 'trip.distance_km', operator: 'greaterThan', value: 10 };
const bad = { fact: 'trip.score', operator: 'lessThan', value: 50 };
const rules = {
  both: published({ conditions: { all: [long, { all: [bad] }] } }),
  either: published({ conditions: { any: [long, bad] } }),
  neither: published({ conditions: { all: [{ not: long }, { not: bad }] } }),
  long: published({ conditions: { all: [long] } }),
  off: published({ mode: 'off' }),
};
const trips = [5, 20, undefined].flatMap((distance) =>
  [40, 80, undefined].map((score) => tableOf({ 'trip.distance_km': distance, 'trip.score': score })),
);

describe('a trip that is ruled out', () => {
  it.each([
    ['both', 5],
    ['either', 0],
    ['neither', 0],
    ['long', 3],
    ['off', 0],
  ] as const)('by "%s" would not have matched, and is nowhere unknown', async (name, count) => {
    const compiled = compileRules([rules[name]]);
    const ruledOut = trips.filter(ruledOutBy(compiled));
    expect(ruledOut).toHaveLength(count);
    for (const facts of ruledOut) {
      const [decision] = await evaluateRules(compiled, facts, { driverId: 'd-1', tripId: 't-1' });
      expect(decision?.outcome).toBe('not_matched');
    }
  });

  it('is ruled out by every rule', () => {
    const all = ruledOutBy(compileRules([rules.both, rules.long]));
    const onlyLong = ruledOutBy(compileRules([rules.long]));
    for (const facts of trips) expect(all(facts)).toBe(onlyLong(facts));
  });
});
