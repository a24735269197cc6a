import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../../analytics/normalise.ts';
import { planDeliveries } from '../../rules/deliveries.ts';
import { parseRuleTests } from '../../rules/ruleTests.ts';
import { decideTest } from '../../rules/ruleTestRun.ts';
import type { ServiceReader } from '../../rules/ruleTestRun.ts';
import { conditionJsonSchema, ruleJsonSchema } from '../../rules/jsonSchema.ts';
import { parseRule } from '../../rules/schema.ts';
import type { Rule } from '../../rules/schema.ts';

const read: ServiceReader = {
  trip: (driverId, body) => normaliseTrip(driverId, undefined, body),
  driver: normaliseDriver,
  fleet: normaliseFleet,
};
const FOLDER = new URL('../../rules/examples/', import.meta.url);

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
}

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && !file.endsWith('.test.json') && !file.endsWith('.schema.json'))
  .map((file) => file.replace(/\.json$/, ''));

function exampleRule(name: string): Rule {
  const parsed = parseRule(readJson(`${name}.json`));
  if (!parsed.ok) throw new Error(`${name}: ${JSON.stringify(parsed.errors)}`);
  return parsed.document;
}

describe('the starter set', () => {
  it('has the rules the sandbox shows', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'collision',
        'repeated-phone-use',
        'score-drop',
        'hard-braking',
        'invalid-trip',
      ]),
    );
  });

  it('brings the schema that the code generates', () => {
    expect(readJson('rule.schema.json')).toEqual(ruleJsonSchema());
    expect(readJson('condition.schema.json')).toEqual(conditionJsonSchema());
  });
});

describe.each(names)('%s', (name) => {
  it('is accepted without a warning', () => {
    expect(parseRule(readJson(`${name}.json`))).toMatchObject({
      ok: true,
      document: { id: name },
      warnings: [],
    });
  });

  const tests = parseRuleTests(readJson(`${name}.test.json`));
  if (!tests.ok) throw new Error(`${name}.test.json: ${JSON.stringify(tests.errors)}`);

  it.each(tests.document.tests)('$name', async (test) => {
    const rule = exampleRule(name);
    const decision = await decideTest(rule, test, read);
    expect(decision.outcome).toBe(test.expect);
    if (test.sentence !== undefined) expect(decision.sentence).toBe(test.sentence);
    const planned = planDeliveries([{ id: rule.id, version: 0, rule }], [decision]);
    expect(planned.length > 0).toBe(test.expect === 'matched');
  });

  it('is shown firing and not firing', () => {
    const expected = new Set(tests.document.tests.map((test) => test.expect));
    expect([...expected]).toEqual(expect.arrayContaining(['matched', 'not_matched', 'unknown']));
  });
});
