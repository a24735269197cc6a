import { expect, it } from 'vitest';
import type { Json } from '../../../rules/vocabulary/index.ts';
import { decideOn, published, ruleAsking, tableOf } from '../given.ts';

const attribute = (operator: string, value: Json, path = '$.note') =>
  published(ruleAsking({ fact: 'driver.attributes', path, operator, value }));
const noteOf = (note: Json) => tableOf({ 'driver.attributes': { note } });

it.each<[string, Json, string, Json]>([
  ['text', 'x'.repeat(10_000), 'containsText', 'y'],
  ['list', Array<Json>(10_000).fill('x'), 'contains', 'y'],
])('a %s as long as may be is compared', async (_, note, operator, value) => {
  expect(await decideOn(attribute(operator, value), noteOf(note))).toMatchObject({ outcome: 'not_matched' });
});

it.each<[string, Json, string, Json, string]>([
  ['text', 'x'.repeat(10_001), 'containsText', 'x', 'text of more than 10000 characters'],
  ['text', 'x'.repeat(10_001), 'notEqual', 'x', 'text of more than 10000 characters'],
  ['list', Array<Json>(10_001).fill('x'), 'contains', 'x', 'a list of more than 10000 values'],
])('a longer %s is unknown, and the sentence says why', async (_, note, operator, value, because) => {
  const decision = await decideOn(attribute(operator, value), noteOf(note));
  expect(decision).toMatchObject({ outcome: 'unknown', trace: { all: [{ unknown_because: because }] } });
  expect(decision.sentence).toContain(because);
  const asked = await decideOn(attribute('isKnown', false), noteOf(note));
  expect(asked.outcome).toBe('matched');
});

it('as the text of a fact that is no attribute is unknown as well', async () => {
  const rule = published(ruleAsking({ fact: 'trip.session_id', operator: 'startsWith', value: 'x' }));
  expect(await decideOn(rule, tableOf({ 'trip.session_id': 'x'.repeat(10_001) }))).toMatchObject({
    outcome: 'unknown',
  });
});
