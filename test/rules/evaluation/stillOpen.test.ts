import { expect, it } from 'vitest';
import { isStillOpen } from '../../../rules/evaluation/index.ts';
import type { RuleDecision, TraceNode } from '../../../rules/evaluation/index.ts';

const leaf = (because?: string): TraceNode => ({
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
  sentence: '',
  outcome: 'unknown',
  reason: 'conditions_unknown',
  ...fields,
});
const unknown = (because: string): RuleDecision =>
  decision({
    trace: {
      all: [leaf(), { any: [{ not: leaf(because), result: 'unknown' }], result: 'unknown' }],
      result: 'unknown',
    },
  });

it.each([
  'the service has no driver scores for 2026-11-20',
  'the service has no group scores for 2026-11-20',
  'fleet.score is unknown: the service has no fleet scores for 2026-11-20',
  "the fleet's groups could not be read",
  'a trip of the driver is being deleted just now',
  'a trip of the driver was deleted on 2026-11-19, and the score after that is not read yet',
  'a trip of the driver was deleted on 2026-11-19, and the score on 2026-11-20 was read before that',
])('a rule is open while %s', (because) => {
  expect(isStillOpen([unknown(because)])).toBe(true);
  expect(isStillOpen([{ ...unknown(because), outcome: 'not_matched' }])).toBe(false);
});

it.each([
  'not sent',
  'cannot be rated',
  'the driver is in several groups, and the rule names none',
  "the trip's events did not arrive",
  'events of some trips of the window did not arrive or cannot be read',
  'a trip of the driver was deleted on 2026-11-19, and the service had no score after that',
])('a rule stays undecided, and is not open, where %s', (because) => {
  expect(isStillOpen([unknown(because)])).toBe(false);
});

it('a rule about groups that are not known is open', () => {
  expect(isStillOpen([decision({ reason: 'groups_unknown' })])).toBe(true);
  expect(isStillOpen([])).toBe(false);
});
