import { expect, it } from 'vitest';
import { unknownFacts } from '../../../rules/backtests/index.ts';

it('a rule about groups that were never read names them as what is not known', () => {
  expect(unknownFacts({ reason: 'groups_unknown' })).toEqual([
    { fact: 'driver.groups', because: "the fleet's groups were not read yet" },
  ]);
});

it('a fact is named once a reason, whatever the date', () => {
  const leaf = (date: string) => ({
    fact: 'driver.score',
    operator: 'lessThan',
    value: 60,
    result: 'unknown' as const,
    unknown_because: `no reading for ${date}`,
  });
  const trace = { all: [leaf('2026-03-01'), leaf('2026-03-02')], result: 'unknown' as const };
  expect(unknownFacts({ reason: 'conditions_unknown', trace })).toEqual([
    { fact: 'driver.score', because: 'no reading for that date' },
  ]);
});
