import { expect, it } from 'vitest';
import { unknownFacts } from '../../../rules/backtests/index.ts';

it('a rule about groups that were never read names them as what is not known', () => {
  expect(unknownFacts({ reason: 'groups_unknown' })).toEqual([
    { fact: 'driver.groups', because: { code: 'groupsNotRead' } },
  ]);
});

it('a fact is named once a reason, whatever the date', () => {
  const leaf = (date: string) => ({
    fact: 'driver.score',
    operator: 'lessThan',
    value: 60,
    result: 'unknown' as const,
    unknown_because: { code: 'noScores', values: { of: 'driver', date } } as const,
  });
  const trace = { all: [leaf('2026-03-01'), leaf('2026-03-02')], result: 'unknown' as const };
  expect(unknownFacts({ reason: 'conditions_unknown', trace })).toEqual([
    { fact: 'driver.score', because: { code: 'noScores', values: { of: 'driver', date: 'any' } } },
  ]);
});
