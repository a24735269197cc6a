import { expect, it } from 'vitest';
import { fleetNamesIn, parseRule, unknownFleetNames } from '../../../rules/lint/index.ts';
import type { KnownNames } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { ruleDocument } from '../given.ts';

const KNOWN = { groups: ['north', 'south'], attributePaths: ['$.depot', '$.shift.early'] };

function ruleOf(fields: JsonObject) {
  const parsed = parseRule(ruleDocument(fields));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.document;
}

function doubts(fields: JsonObject, known: KnownNames = KNOWN): readonly string[] {
  return unknownFleetNames(ruleOf(fields), known).map(({ pointer, message }) => `${pointer}: ${message}`);
}

const score = (group: string): JsonObject => ({ fact: 'group.score', params: { group } });
const attribute = (path: string): JsonObject => ({
  conditions: { all: [{ fact: 'driver.attributes', path, operator: 'equal', value: 'x' }] },
});

it('a group of the scope that the fleet has not is doubted, with the one that was meant', () => {
  expect(doubts({ scope: { groups: ['north', 'sout'] } })).toEqual([
    '/scope/groups/1: there is no group "sout" in this fleet (did you mean "south"?): no driver is in it',
  ]);
  expect(doubts({ scope: { groups: ['x'] } }, { groups: [] })).toEqual([
    '/scope/groups/0: there is no group "x" in this fleet: no driver is in it',
  ]);
});

it('groups and attributes of conditions are doubted on both sides', () => {
  const conditions = {
    all: [
      { ...score('north'), operator: 'lessThan', value: score('nort') },
      { not: { fact: 'driver.groups', operator: 'contains', value: 'Souht' } },
    ],
  };
  expect(doubts({ conditions })).toEqual([
    '/conditions/all/0/value/params/group: there is no group "nort" in this fleet (did you mean "north"?): the condition stays unknown',
    '/conditions/all/1/not/value: there is no group "Souht" in this fleet (did you mean "south"?): no driver is in it',
  ]);
  expect(doubts(attribute('$.depo'))).toEqual([
    '/conditions/all/0/path: no driver read so far has the attribute "$.depo" (did you mean "$.depot"?): the condition stays unknown',
  ]);
  expect(doubts(attribute('$.shift'))).toEqual([]);
});

it('what was not read is not doubted', () => {
  expect(doubts({ scope: { groups: ['sout'] }, ...attribute('$.depo') }, {})).toEqual([]);
  expect([...fleetNamesIn(ruleOf({ scope: { groups: ['sout'] } }))]).toEqual(['group']);
  expect([...fleetNamesIn(ruleOf(attribute('$.depot')))]).toEqual(['attribute']);
});
