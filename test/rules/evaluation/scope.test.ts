import { describe, expect, it } from 'vitest';
import { decisionWords } from '../../../messages/decisions/index.ts';
import { compileRules, evaluateRules } from '../../../rules/evaluation/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { published, tableOf } from '../given.ts';

async function decide(scope: JsonObject, groups: readonly string[] | undefined) {
  const compiled = compileRules([published({ scope })]);
  const facts = tableOf({ 'trip.distance_km': 5 });
  const [decision] = await evaluateRules(compiled, facts, { driverId: 'd-1', tripId: 't-1', groups });
  return decisionWords(decision!, 'en');
}

describe('a scope of groups', () => {
  const scope = { groups: ['north', 'south'] };

  it.each([['north'], ['west', 'south']])('holds a driver of %s', async (...groups) => {
    expect(await decide(scope, groups)).toMatchObject({ outcome: 'matched' });
  });

  it.each([
    [[], 'no group'],
    [['west'], 'the group west'],
    [['North', 'west'], 'the groups North and west'],
    [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'the groups a, b, c, d, e and 2 more'],
  ])('leaves a driver of %j out, and says so', async (groups, words) => {
    expect(await decide(scope, groups)).toMatchObject({
      outcome: 'out_of_scope',
      reason: 'other_group',
      sentence: `Out of scope: the driver is in ${words}, and the rule applies to the groups north and south.`,
    });
  });

  it('cannot say without the groups', async () => {
    expect(await decide(scope, undefined)).toMatchObject({
      outcome: 'unknown',
      reason: 'groups_unknown',
      sentence: "Not decided: the rule applies to some groups, and the fleet's groups could not be read.",
    });
  });

  it('does not need the groups of a driver it leaves out anyway', async () => {
    const others = { ...scope, drivers: ['d-2'] };
    expect(await decide(others, undefined)).toMatchObject({ reason: 'other_driver' });
    expect(await decide({ ...scope, exclude_drivers: ['d-1'] }, undefined)).toMatchObject({
      reason: 'excluded_driver',
    });
  });
});

describe('rules that need groups', () => {
  it.each<[JsonObject, boolean]>([
    [{ scope: { groups: ['north'] } }, true],
    [{ scope: { groups: ['north'] }, mode: 'shadow' }, true],
    [{ scope: { groups: ['north'] }, mode: 'off' }, false],
    [{ scope: { drivers: ['d-1'] } }, false],
    [{}, false],
  ])('%j: %s', (fields, needs) => {
    expect(compileRules([published(fields)]).needsGroups).toBe(needs);
  });

  it('are those that throttle by group as well', () => {
    const rule = { ...published(), rule: { ...published().rule, throttle: { per: 'group', every: '24h' } } };
    expect(compileRules([rule as ReturnType<typeof published>]).needsGroups).toBe(true);
  });
});
