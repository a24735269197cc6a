import { expect, it } from 'vitest';
import { parseRule } from '../../../rules/lint/index.ts';
import { doubtfulTestNames, parseRuleTests } from '../../../rules/testing/index.ts';

const rule = parseRule({
  id: 'phone-use',
  name: 'Phone use',
  scope: { groups: ['north'], exclude_drivers: ['trainer'] },
  conditions: {
    all: [
      {
        fact: 'driver.rule_alerts',
        params: { rule: 'elsewhere', window: '7d' },
        operator: 'greaterThan',
        value: 1,
      },
    ],
  },
  actions: [{ type: 'slack', channel: '#fleet' }],
});

function doubtsOf(test: object): ReturnType<typeof doubtfulTestNames> {
  const tests = parseRuleTests({ tests: [{ name: 'x', trip: {}, expect: 'matched', ...test }] });
  if (!tests.ok || !rule.ok) throw new Error(JSON.stringify([tests, rule]));
  return doubtfulTestNames(tests.document, rule.document, ['hard-braking', 'phone-use']);
}
const alertOf = (name: string): object => ({
  rule_alerts: [{ rule: name, trip_ended_at: '2026-03-10T08:00:00Z' }],
});

it('refuses alerts of a rule that does not exist, and says which may be meant', () => {
  expect(doubtsOf(alertOf('hard-brakng')).errors).toEqual([
    {
      pointer: '/tests/0/rule_alerts/0/rule',
      message: 'there is no rule "hard-brakng" in this folder (did you mean "hard-braking"?)',
      allowed: ['hard-braking', 'phone-use', 'elsewhere'],
    },
  ]);
  for (const known of ['hard-braking', 'phone-use', 'elsewhere'])
    expect(doubtsOf(alertOf(known)).errors).toEqual([]);
});

it('warns of groups and drivers that resemble one of the rule, and of no others', () => {
  expect(doubtsOf({ groups: ['nroth'], driver_id: 'trainr' }).warnings).toMatchObject([
    { pointer: '/tests/0/groups/0', message: 'the rule names no group "nroth" (did you mean "north"?)' },
    { pointer: '/tests/0/driver_id', message: 'the rule names no driver "trainr" (did you mean "trainer"?)' },
  ]);
  expect(doubtsOf({ group_readings: { norht: [] } }).warnings).toMatchObject([
    { pointer: '/tests/0/group_readings/norht' },
  ]);
  expect(doubtsOf({ groups: ['harbour'], driver_id: 'd-1' })).toEqual({ errors: [], warnings: [] });
});
