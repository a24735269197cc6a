import { describe, expect, it } from 'vitest';
import { decisionWords } from '../../../messages/decisions/index.ts';
import type { WordedDecision } from '../../../messages/decisions/index.ts';
import { compileRules, evaluateRules } from '../../../rules/evaluation/index.ts';
import { neededBy, parseRule, parseSharedCondition } from '../../../rules/lint/index.ts';
import type { Conditions, PublishedCondition, SharedConditions } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { published, ruleDocument, tableOf } from '../given.ts';

const far: JsonObject = { fact: 'trip.distance_km', operator: 'greaterThan', value: 10 };
const night: JsonObject = { fact: 'trip.local_hour', operator: 'between', value: [0, 4] };

function shared(conditions: Readonly<Record<string, JsonObject>>): SharedConditions {
  return new Map(Object.entries(conditions) as unknown as [string, Conditions][]);
}

/** Returns a published shared condition as stored, without validation. */
function condition(id: string, conditions: JsonObject, version = 1): PublishedCondition {
  return { id, version, condition: { id, name: id, conditions: conditions as unknown as Conditions } };
}

function rule(conditions: JsonObject, fields: JsonObject = {}): JsonObject {
  return ruleDocument({ conditions, ...fields });
}

function mistakes(document: JsonObject, around: Readonly<Record<string, JsonObject>>): readonly string[] {
  const parsed = parseRule(document, { conditions: shared(around) });
  return parsed.ok ? [] : parsed.errors.map(({ pointer, message }) => `${pointer}: ${message}`);
}

async function decided(
  document: JsonObject,
  conditions: readonly PublishedCondition[],
): Promise<WordedDecision> {
  const rules = [published(document), published({ id: 'other' })];
  const facts = tableOf({ 'trip.distance_km': 20, 'trip.local_hour': 9 });
  const decisions = await evaluateRules(compileRules(rules, conditions), facts, {
    driverId: 'd-1',
    tripId: 't-1',
  });
  expect(decisions[1]).toMatchObject({ rule: 'other', outcome: 'matched' });
  return decisionWords(decisions[0]!, 'en');
}

describe('a rule that names a shared condition', () => {
  it('is decided as if it were written out, and names the version it used', async () => {
    const conditions = { any: [{ not: { condition: 'long' } }, { condition: 'long', priority: 2 }] };
    const decision = await decided({ conditions }, [condition('long', { all: [far] }, 7)]);
    const of = { all: [{ ...far, actual: 20, result: 'true' }], result: 'true' };
    expect(decision).toMatchObject({
      outcome: 'matched',
      conditions: [{ id: 'long', version: 7 }],
      sentence: 'Distance was 20 km (threshold: more than 10 km).',
      trace: {
        any: [
          { not: { condition: 'long', of, result: 'true' }, result: 'false' },
          { condition: 'long', of, result: 'true' },
        ],
      },
    });
  });

  it('names them all when they name each other', async () => {
    const conditions = { all: [{ condition: 'long-night' }] };
    const decision = await decided({ conditions }, [
      condition('long', { all: [far] }, 2),
      condition('long-night', { all: [{ condition: 'long' }, night] }, 3),
      condition('unused', { all: [far] }),
    ]);
    expect(decision).toMatchObject({
      outcome: 'not_matched',
      sentence: 'Not matched: local start hour was 9 (threshold: a value between 0 and 4).',
      conditions: [
        { id: 'long-night', version: 3 },
        { id: 'long', version: 2 },
      ],
    });
  });

  it('that is not there fails alone, and says so', async () => {
    const decision = await decided({ conditions: { all: [{ condition: 'gone' }] } }, []);
    expect(decision).toMatchObject({
      outcome: 'failed',
      reason: 'not_compiled',
      sentence:
        'Failed: the rule could not be read, so it did not match. The shared condition "gone" is not published.',
    });
  });

  it('in a circle, too deep or too large fails alone when it happens live', async () => {
    const conditions = { all: [{ condition: 'a' }] };
    const circle = [
      condition('a', { all: [{ condition: 'b' }] }),
      condition('b', { not: { condition: 'a' } }),
    ];
    expect((await decided({ conditions }, circle)).sentence).toContain('circle: a → b → a');
    const deep = Array.from({ length: 20 }, (_, level) =>
      condition(level === 0 ? 'a' : `a${level}`, { all: [{ condition: `a${level + 1}` }] }),
    );
    expect((await decided({ conditions }, deep)).sentence).toContain('nested deeper than 10 groups');
    const doubled = (next: string) => ({ all: Array.from({ length: 8 }, () => ({ condition: next })) });
    const large = [
      condition('a', doubled('b')),
      condition('b', doubled('c')),
      condition('c', doubled('d')),
      condition('d', { all: [far] }),
    ];
    expect((await decided({ conditions }, large)).sentence).toContain('more than 200 conditions');
  });

  it.each<[string, JsonObject, Readonly<Record<string, JsonObject>>, string]>([
    [
      'a missing one',
      { all: [far, { condition: 'lng' }] },
      { long: { all: [night] } },
      '/conditions/all/1/condition: there is no published shared condition "lng" (did you mean "long"?)',
    ],
    [
      'one that misses another',
      { not: { condition: 'a' } },
      { a: { all: [{ condition: 'b' }] } },
      '/conditions/not/condition: there is no published shared condition "b", which "a" names (did you mean "a"?)',
    ],
    [
      'a circle',
      { all: [{ condition: 'a' }] },
      { a: { all: [{ condition: 'b' }] }, b: { not: { condition: 'a' } } },
      '/conditions/all/0/condition: shared conditions name each other in a circle: a → b → a',
    ],
    [
      'another window of a fact it uses itself',
      { all: [{ ...phone('7d') }, { condition: 'a' }] },
      { a: { any: [phone('24h')] } },
      '/conditions/all/1/condition: driver.events.count is used twice with different params: give each such condition a "name", so that templates and people can tell them apart',
    ],
    [
      'no id',
      { condition: '../x' },
      {},
      '/conditions/condition: must be the id of a shared condition, not "../x"',
    ],
    [
      'more beside it',
      { all: [{ condition: 'a', fact: 'trip.score' }] },
      { a: { all: [far] } },
      '/conditions/all/0: a condition has one of all, any, not, condition, fact, not condition and fact together',
    ],
  ])('with %s is refused at its place', (_, conditions, around, line) => {
    expect(mistakes(rule(conditions), around)).toContain(line);
  });

  it('too deep or too large with what is behind the name is refused', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 12 }, (_, level) => [`a${level}`, { all: [{ condition: `a${level + 1}` }] }]),
    );
    expect(mistakes(rule({ condition: 'a0' }), chain)).toEqual([
      '/conditions/condition: conditions are nested deeper than 10 groups',
    ]);
    const wide = { a: { all: Array.from({ length: 101 }, () => far) } };
    expect(mistakes(rule({ all: [{ condition: 'a' }, { condition: 'a' }] }), wide)).toEqual([
      '/conditions/all/1/condition: a rule has at most 200 conditions, those of the shared ones included',
    ]);
  });

  it('may name its facts in templates', () => {
    const named = (template: string): JsonObject =>
      rule({ condition: 'a' }, { actions: [{ type: 'slack', channel: '#x', text: template }] });
    const around = { a: { all: [{ ...far, name: 'how far' }] } };
    expect(mistakes(named("{{ facts['how far'] }}"), around)).toEqual([]);
    expect(mistakes(named("{{ facts['how fra'] }}"), around)).toEqual([
      '/actions/0/text: no condition is called "how fra" (did you mean "how far"?); the conditions have how far',
    ]);
  });

  it('is taken at its word where shared conditions are not known', () => {
    const actions = [{ type: 'slack', channel: '#x', text: "{{ facts['who knows'] }}" }];
    expect(parseRule(rule({ condition: 'a' }, { actions }))).toMatchObject({ ok: true });
  });
});

describe('the document of a shared condition', () => {
  const document = { id: 'at-night', name: 'At night', conditions: { all: [night] } };

  it('is returned as it is', () => {
    expect(parseSharedCondition(document)).toEqual({ ok: true, document, warnings: [] });
  });

  it.each<[JsonObject, string]>([
    [{ ...document, id: 'At night' }, '/id: must be an id'],
    [{ ...document, severity: 'info' }, '/severity: unknown field "severity"'],
    [{ id: 'a', name: 'A' }, '/conditions: is missing'],
    [{ ...document, conditions: { all: [] } }, '/conditions/all: "all" needs at least one condition'],
    [{ ...document, conditions: { all: [{ condition: 'at-night' }] } }, 'circle: at-night → at-night'],
    [{ ...document, conditions: { not: { condition: 'b' } } }, 'circle: at-night → b → at-night'],
  ])('%j is refused: %s', (wrong, line) => {
    const conditions = shared({ b: { all: [{ condition: 'at-night' }] } });
    const parsed = parseSharedCondition(wrong, { conditions });
    const lines = parsed.ok ? [] : parsed.errors.map(({ pointer, message }) => `${pointer}: ${message}`);
    expect(lines.join('\n')).toContain(line);
  });
});

function phone(window: string): JsonObject {
  return {
    fact: 'driver.events.count',
    params: { type: 'PHONE_USE', window },
    operator: 'greaterThan',
    value: 3,
  };
}

describe('a rule that is tried with conditions of its own', () => {
  it('is decided by these, also where another shared condition names them; other rules are not', async () => {
    const document = { conditions: { all: [{ condition: 'outer' }] } };
    const counting = [
      condition('outer', { all: [{ condition: 'inner' }] }, 3),
      condition('inner', { all: [far] }, 5),
    ];
    const own = [condition('inner', { all: [{ ...far, value: 30 }] }, 0)];
    const rules = [{ ...published(document), conditions: own }, published({ ...document, id: 'published' })];
    const facts = tableOf({ 'trip.distance_km': 20 });
    const decisions = await evaluateRules(compileRules(rules, counting), facts, {
      driverId: 'd-1',
      tripId: 't-1',
    });
    expect(decisions).toMatchObject([
      {
        outcome: 'not_matched',
        conditions: [
          { id: 'outer', version: 3 },
          { id: 'inner', version: 0 },
        ],
      },
      {
        outcome: 'matched',
        conditions: [
          { id: 'outer', version: 3 },
          { id: 'inner', version: 5 },
        ],
      },
    ]);
  });

  it('needs what it names, and what that names, each once', () => {
    const all: Record<string, unknown> = {
      outer: { any: [{ condition: 'inner' }, { not: { condition: 'circle' } }] },
      circle: { all: [{ condition: 'outer' }] },
      elsewhere: { all: [far] },
    };
    const conditions = { all: [{ condition: 'outer' }, { not: { condition: 'inner' } }] };
    expect([...neededBy(conditions, (id) => all[id])].sort()).toEqual(['circle', 'inner', 'outer']);
  });
});
