import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { normaliseDriver, normaliseFleet, normaliseTrip } from '../../analytics/normalise.ts';
import { compileRules } from '../../rules/compile.ts';
import { planDeliveries } from '../../rules/deliveries.ts';
import { evaluateRules } from '../../rules/evaluate.ts';
import { planFacts, resolveFacts, scoreKey } from '../../rules/facts.ts';
import { parseRuleTests } from '../../rules/ruleTests.ts';
import type { RuleTest } from '../../rules/ruleTests.ts';
import { conditionJsonSchema, ruleJsonSchema } from '../../rules/jsonSchema.ts';
import { parseRule } from '../../rules/schema.ts';
import type { Rule } from '../../rules/schema.ts';
import type { RuleDecision } from '../../rules/decision.ts';
import type { FleetReading } from '../../rules/trip.ts';
import { countAlertsInWindow, countInWindow } from '../../rules/windowCount.ts';

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

/** Fleet and group readings of a case, by their own end dates. */
function scoresOf(test: RuleTest): Map<string, FleetReading> {
  const scores = new Map<string, FleetReading>();
  const add = (question: { of: 'fleet' | 'group'; group?: string }, bodies: readonly unknown[]): void => {
    for (const reading of bodies.map(normaliseFleet))
      scores.set(scoreKey({ ...question, endDate: reading.endDate ?? '' }), reading);
  };
  add({ of: 'fleet' }, test.fleet_readings);
  for (const [group, bodies] of Object.entries(test.group_readings)) add({ of: 'group', group }, bodies);
  return scores;
}

async function decide(rule: Rule, test: RuleTest): Promise<RuleDecision> {
  const trip = normaliseTrip(test.driver_id, undefined, test.trip);
  const earlier = test.history.map((body) => normaliseTrip(test.driver_id, undefined, body));
  const readings = test.readings.map((body) => normaliseDriver(test.driver_id, body));
  const compiled = compileRules([{ id: rule.id, version: 1, rule }]);
  const plan = planFacts(compiled.requests, trip);
  const facts = resolveFacts(compiled.requests, {
    trip,
    decidedAt: test.decided_at ?? trip.endTime ?? '2026-03-10T08:24:00Z',
    readings: new Map(readings.map((reading) => [reading.endDate ?? '', reading])),
    windows: new Map(plan.windows.map((window) => [window.key, countInWindow(window, earlier, trip)])),
    groups: test.groups,
    scores: scoresOf(test),
    ruleAlerts: new Map(
      plan.ruleAlerts.map((window) => [window.key, countAlertsInWindow(window, test.rule_alerts, trip)]),
    ),
  });
  const [decision] = await evaluateRules(compiled, facts, {
    driverId: trip.driverId,
    tripId: trip.tripId,
    groups: test.groups,
  });
  if (!decision) throw new Error('no decision');
  return decision;
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
    const decision = await decide(rule, test);
    expect(decision.outcome).toBe(test.expect);
    if (test.sentence !== undefined) expect(decision.sentence).toBe(test.sentence);
    const planned = planDeliveries([{ id: rule.id, version: 1, rule }], [decision]);
    expect(planned.length > 0).toBe(test.expect === 'matched');
  });

  it('is shown firing and not firing', () => {
    const expected = new Set(tests.document.tests.map((test) => test.expect));
    expect([...expected]).toEqual(expect.arrayContaining(['matched', 'not_matched', 'unknown']));
  });
});
