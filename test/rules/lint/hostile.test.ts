import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACT_NAMES, OPERATOR_NAMES } from '../../../rules/vocabulary/index.ts';
import type { Json } from '../../../rules/vocabulary/index.ts';
import { compileRules } from '../../../rules/evaluation/index.ts';
import { parseConditions, parseRule, parseSharedCondition } from '../../../rules/lint/index.ts';
import type { ParsedDocument, Rule } from '../../../rules/lint/index.ts';
import { parseRuleTests } from '../../../rules/testing/index.ts';
import { decideOn, errorsOf, knownAs, published, ruleDocument } from '../given.ts';

const KEYS = [
  'id',
  'name',
  'conditions',
  'actions',
  'all',
  'any',
  'not',
  'condition',
  'fact',
  'params',
  'path',
  'value',
  'operator',
  'type',
  'window',
  'over',
  'scope',
  'to',
  'channel',
  'subject',
  'priority',
  'severity',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
];
const WORDS = [
  ...FACT_NAMES,
  ...OPERATOR_NAMES,
  '$.a',
  '$.__proto__.polluted',
  '{{ x }}',
  '{% if %}',
  '7d',
  'PHONE_USE',
  '#x',
  'slack',
  'email',
  'not:equal',
];

const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.string() },
);
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 7, depthSize: 'large' },
    fc.oneof(fc.constantFrom(...WORDS), fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((entries) => {
      const object = {};
      for (const [name, value] of entries)
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
      return object;
    }),
  ),
})).value;

function checkRefusal(parsed: ParsedDocument<unknown>): void {
  if (parsed.ok) return;
  expect(parsed.errors.length).toBeGreaterThan(0);
  for (const { pointer, message } of parsed.errors) {
    expect(pointer).toMatch(/^(\/|$)/);
    expect(message).not.toBe('');
  }
}

describe('a hostile document', () => {
  it('never throws and always says where', () => {
    fc.assert(
      fc.property(anything, (document) => {
        checkRefusal(parseRule(document));
        checkRefusal(parseConditions(document));
        checkRefusal(parseRuleTests(document));
      }),
      { numRuns: 500 },
    );
  });

  it('inside a good rule never throws, and what is accepted can be compiled and decided', async () => {
    await fc.assert(
      fc.asyncProperty(anything, anything, async (conditions, actions) => {
        const parsed: ParsedDocument<Rule> = parseRule({ ...ruleDocument(), conditions, actions });
        checkRefusal(parsed);
        if (!parsed.ok) return;
        const decision = await decideOn({ id: 'a-rule', version: 1, rule: parsed.document }, new Map());
        expect(decision.outcome).not.toBe('failed');
      }),
      { numRuns: 500 },
    );
  });

  it('that is a rule in form, with any value at any operator, never throws', () => {
    const scalar = fc.oneof(fc.constant(null), fc.boolean(), fc.double({ noNaN: true }), fc.string());
    const comparison = fc.record({
      fact: fc.constantFrom(...FACT_NAMES, 'driver.f_rating'),
      operator: fc.constantFrom(...OPERATOR_NAMES),
      value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
    });
    const action = fc.constantFrom({ type: 'slack', channel: '#x' }, { type: 'delete_trip' });
    fc.assert(
      fc.property(fc.array(comparison, { minLength: 1, maxLength: 4 }), action, (all, deed) => {
        checkRefusal(parseRule({ ...ruleDocument(), conditions: { all }, actions: [deed] }));
        checkRefusal(parseSharedCondition({ id: 'a', name: 'A', conditions: { all } }));
      }),
      { numRuns: 2_000 },
    );
  });

  it('ten thousand levels deep is refused with its place', () => {
    let conditions: Json = { fact: 'trip.score', operator: 'equal', value: 1 };
    for (let level = 0; level < 10_000; level += 1)
      conditions = level % 2 ? { all: [conditions] } : { not: conditions };
    const [error, ...others] = errorsOf({ ...ruleDocument(), conditions });
    expect(others).toEqual([]);
    expect(error?.pointer).toMatch(/^\/conditions\/all\/0\/not/);
    expect(error?.message).toBe('nested deeper than 40 levels');
  });

  it('that holds itself is refused', () => {
    const loop: { id: string; self?: unknown } = { id: 'loop' };
    loop.self = loop;
    expect(errorsOf(loop)).toMatchObject([{ message: 'nested deeper than 40 levels' }]);
  });

  it.each<[string, unknown, string]>([
    [
      'too many values',
      { ...ruleDocument(), suppresses: Array(30_000).fill('a') },
      'the document has more than 20000 values',
    ],
    ['a long text', { ...ruleDocument(), name: 'x'.repeat(20_000) }, 'a string has at most 10000 characters'],
    [
      'a long field name',
      { ...ruleDocument(), ['x'.repeat(5_000)]: 1 },
      'a field name has at most 200 characters',
    ],
    ['a prototype', JSON.parse('{"__proto__": {"severity": "critical"}}'), 'this field name is not allowed'],
    ['a class', { ...ruleDocument(), name: new Date(0) }, 'this is not JSON'],
    ['a big integer', { ...ruleDocument(), name: 1n }, 'this is not JSON'],
  ])('with %s is refused', (_, document, message) => {
    expect(errorsOf(document).map((error) => error.message)).toEqual([message]);
  });

  it('with thousands of mistakes lists the first hundred and says so', () => {
    const all = Array.from({ length: 3_000 }, (_, index) => ({
      fact: `trip.distnce_${index}`,
      operator: 'x',
      value: 1,
    }));
    const errors = errorsOf({ ...ruleDocument(), conditions: { all } });
    expect(errors).toHaveLength(101);
    expect(errors[0]?.message).toBe('more mistakes follow; the first 100 are listed');
  });

  it('never reaches a prototype through a path', async () => {
    const paths = [
      '$.__proto__',
      '$.constructor',
      '$.constructor.name',
      '$.tags.length',
      '$.depot.length',
      '$.toString',
    ];
    for (const path of paths) {
      const rule = published({
        conditions: { any: [{ fact: 'driver.attributes', path, operator: 'isKnown', value: true }] },
        actions: [],
      });
      const attributes = knownAs({ depot: 'north', tags: ['a'] });
      const decision = await decideOn(rule, new Map([['driver.attributes', attributes]]));
      expect(decision.outcome).toBe('not_matched');
    }
  });

  it('that was never linted breaks only itself', () => {
    const rule = {
      ...published().rule,
      conditions: { all: [{ fact: 'no.such', operator: 'equal', value: 1 }] },
    };
    const compiled = compileRules([{ id: 'bad', version: 1, rule }, published()]);
    expect(compiled.rules[0]).toMatchObject({ error: 'There is no fact no.such.' });
    expect(compiled.requests).toEqual([{ fact: 'trip.distance_km', params: {} }]);
  });
});
