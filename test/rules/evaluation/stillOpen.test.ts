import { expect, it } from 'vitest';
import { isStillOpen } from '../../../rules/evaluation/index.ts';
import type { RuleDecision, TraceNode } from '../../../rules/evaluation/index.ts';
import type { Reason } from '../../../rules/vocabulary/index.ts';

const leaf = (because?: Reason): TraceNode => ({
  fact: 'driver.score',
  operator: 'lessThan',
  value: 70,
  ...(because === undefined
    ? { result: 'true' as const, actual: 60 }
    : { result: 'unknown' as const, unknown_because: because }),
});
const decision = (fields: Partial<RuleDecision>): RuleDecision => ({
  rule: 'low',
  name: 'Low',
  version: 1,
  severity: 'info',
  mode: 'live',
  outcome: 'unknown',
  reason: 'conditions_unknown',
  ...fields,
});
const unknown = (because: Reason): RuleDecision =>
  decision({
    trace: {
      all: [leaf(), { any: [{ not: leaf(because), result: 'unknown' }], result: 'unknown' }],
      result: 'unknown',
    },
  });

const noScores = (of: string): Reason => ({ code: 'noScores', values: { of, date: '2026-11-20' } });
const deleted = '2026-11-19';

it.each<Reason>([
  noScores('driver'),
  noScores('group'),
  { code: 'otherUnknown', values: { fact: 'fleet.score', because: noScores('fleet') } },
  { code: 'noGroups' },
  { code: 'deletingNow' },
  { code: 'scoreNotRead', values: { deleted } },
  { code: 'readBefore', values: { deleted, date: '2026-11-20' } },
])('a rule is open while %j', (because) => {
  expect(isStillOpen([unknown(because)])).toBe(true);
  expect(isStillOpen([{ ...unknown(because), outcome: 'not_matched' }])).toBe(false);
});

it.each<Reason>([
  { code: 'notSent' },
  { code: 'notRated' },
  { code: 'severalGroups' },
  { code: 'noEvents' },
  { code: 'someEvents' },
  { code: 'noScoreAfter', values: { deleted } },
])('a rule stays undecided, and is not open, where %j', (because) => {
  expect(isStillOpen([unknown(because)])).toBe(false);
});

it('a rule about groups that are not known is open', () => {
  expect(isStillOpen([decision({ reason: 'groups_unknown' })])).toBe(true);
  expect(isStillOpen([])).toBe(false);
});
