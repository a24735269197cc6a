import { expect, it } from 'vitest';
import { parseRule, unknownRules } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { ruleDocument } from '../given.ts';

const KNOWN = { ids: ['a-rule', 'hard-brake', 'phone-use'], where: 'here' };

function doubtsOf(fields: JsonObject): readonly string[] {
  const parsed = parseRule(ruleDocument(fields));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return unknownRules(parsed.document, KNOWN).map(({ pointer, message }) => `${pointer}: ${message}`);
}

const alertsOf = (rule: string): JsonObject => ({
  fact: 'driver.rule_alerts',
  params: { rule, window: '7d' },
});

it('rules that are there are named without doubt, the own one too', () => {
  const counted = { ...alertsOf('a-rule'), operator: 'greaterThan', value: alertsOf('phone-use') };
  expect(doubtsOf({ suppresses: ['hard-brake'], conditions: { all: [counted] } })).toEqual([]);
});

it('a rule that is suppressed and not there is doubted, with the one that was meant', () => {
  expect(doubtsOf({ suppresses: ['hard-brake', 'hard-brakes', 'idling'] })).toEqual([
    '/suppresses/1: there is no rule "hard-brakes" here (did you mean "hard-brake"?): nothing is suppressed by this name',
    '/suppresses/2: there is no rule "idling" here: nothing is suppressed by this name',
  ]);
});

it('a rule whose alerts are counted and that is not there is doubted, at the left and as a value', () => {
  const left = { ...alertsOf('phone-us'), operator: 'greaterThan', value: 2 };
  const right = { fact: 'trip.path_points', operator: 'lessThan', value: alertsOf('nobody') };
  const conditions = { any: [{ not: { all: [left] } }, right] };
  expect(doubtsOf({ conditions })).toEqual([
    '/conditions/any/0/not/all/0/params/rule: there is no rule "phone-us" here (did you mean "phone-use"?): the count stays 0',
    '/conditions/any/1/value/params/rule: there is no rule "nobody" here: the count stays 0',
  ]);
});
