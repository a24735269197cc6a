import { decisionSentence } from '../../../messages/decisions/index.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../../../analytics/index.ts';
import { planDeliveries } from '../../../rules/admission/index.ts';
import { DOCUMENT_SCHEMAS, documentJsonSchema } from '../../../rules/schemas/index.ts';
import { previewChain } from '../../../rules/escalation/index.ts';
import {
  lintRotationUse,
  parseEscalationPolicy,
  parseRotation,
  parseRoute,
  parseRule,
  policiesOf,
} from '../../../rules/lint/index.ts';
import type { EscalationPolicy, Rotation, Rule } from '../../../rules/lint/index.ts';
import { decideTest, parseRuleTests } from '../../../rules/testing/index.ts';
import type { ServiceReader } from '../../../rules/testing/index.ts';

const read: ServiceReader = {
  sentence: (decision) => decisionSentence(decision, 'en'),
  trip: (driverId, body) => normaliseTrip(driverId, undefined, body),
  driver: normaliseDriver,
  fleet: normaliseFleet,
};
const FOLDER = new URL('../../../rules/examples/rules/', import.meta.url);

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

  it.each(DOCUMENT_SCHEMAS)('brings the schema of $name; if not, run `npm run docs:reference`', (schema) => {
    expect(readJson(`../${schema.example}`)).toEqual(documentJsonSchema(schema.name));
  });

  it('has a recipient route that is accepted without a doubt', () => {
    expect(parseRoute(readJson('../routes/regional-manager.json'))).toMatchObject({ ok: true, warnings: [] });
  });
});

describe('the starter set’s chain', () => {
  const read = parseEscalationPolicy(readJson('../escalation-policies/collision.json'));
  const people = parseRotation(readJson('../rotations/safety.json'));
  if (!read.ok || !people.ok) throw new Error(JSON.stringify([read, people]));
  const policy: EscalationPolicy = read.document;
  const rotations = new Map<string, Rotation>([['safety', people.document]]);
  const sent = (openedAt: string, late = false): readonly string[] =>
    previewChain(policy, { openedAt: new Date(openedAt), late, rotations }).map(
      ({ at, kind, receivers }) =>
        `${at.toISOString().slice(11, 16)} ${kind}: ${receivers.map(({ receiver }) => receiver).join(', ')}`,
    );

  it('is accepted without a doubt, fits its rotation, and is what the collision rule names', () => {
    expect([...read.warnings, ...people.warnings]).toEqual([]);
    expect(lintRotationUse(policy, rotations)).toEqual({ errors: [], warnings: [] });
    expect(policiesOf(exampleRule('collision')).map(({ id }) => id)).toEqual([policy.id]);
  });

  it('notifies who is on call, then the lead, all of it once more, and then that nobody answered', () => {
    expect(sent('2026-11-21T10:00:00Z')).toEqual([
      '10:00 step: #fleet-safety, ann@example.com',
      '10:10 step: safety-lead@example.com',
      '10:25 step: #fleet-safety, ann@example.com',
      '10:35 step: safety-lead@example.com',
      '10:50 unanswered: director@example.com',
    ]);
  });

  it('goes on with the next person where the hand-over falls into it, and with the one put in', () => {
    const [first, , second] = sent('2026-11-23T06:50:00Z');
    expect(first).toContain('ann@');
    expect(second).toContain('ben@');
    expect(sent('2026-12-28T06:50:00Z')[0]).toContain('cem@');
    expect(sent('2026-12-25T10:00:00Z')[0]).toContain('ann@');
  });

  it('takes its time with a trip that comes late, and wakes nobody by name', () => {
    expect(sent('2026-11-21T10:00:00Z', true)).toEqual([
      '10:00 step: #fleet-safety',
      '14:00 step: safety-lead@example.com',
      '14:15 unanswered: director@example.com',
    ]);
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
    if (test.sentence !== undefined) expect(decisionSentence(decision, 'en')).toBe(test.sentence);
    const planned = planDeliveries([{ id: rule.id, version: 0, rule }], [decision]);
    expect(planned.length > 0).toBe(test.expect === 'matched');
  });

  it('is shown firing and not firing', () => {
    const expected = new Set(tests.document.tests.map((test) => test.expect));
    expect([...expected]).toEqual(expect.arrayContaining(['matched', 'not_matched', 'unknown']));
  });
});
