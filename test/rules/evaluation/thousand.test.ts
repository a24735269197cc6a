import { decisionSentence } from '../../../messages/decisions/index.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRules, evaluateRules } from '../../../rules/evaluation/index.ts';
import { factKey } from '../../../rules/facts/index.ts';
import type { FactTable } from '../../../rules/facts/index.ts';
import { LIMITS } from '../../../rules/vocabulary/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { parseRule, parseSharedCondition } from '../../../rules/lint/index.ts';
import { errorsOf, ruleDocument } from '../given.ts';
import { conditions } from '../randomConditions.ts';

/** Words after `Not` at the start of each outcome's sentence. */
const OPENINGS: Readonly<Record<string, string | undefined>> = {
  not_matched: 'matched',
  unknown: 'decided',
};

/** Values that a trip may have for a fact, valid or not. */
const brought: fc.Arbitrary<Json> = fc.oneof(
  fc.integer({ min: -5, max: 300 }),
  fc.constantFrom<Json>(
    'NA',
    null,
    'd-1',
    'mon',
    true,
    '',
    1e308,
    -0,
    '2026-03-01T08:00:00+01:00',
    '2026-01-01',
  ),
  fc.array(fc.constantFrom<Json>('north', 'gyroscope', 3, null), { maxLength: 3 }),
  fc.constantFrom<Json>({ depot: 'north', vehicle: { tonnes: 7.5 }, tags: ['adr'] }, {}),
);

/** Returns a trip's facts for the requests of some rules. Some are unknown, some are missing. */
function factsFor(requests: Parameters<typeof factKey>[0][], values: readonly Json[]): FactTable {
  const table = new Map();
  requests.forEach((request, index) => {
    const value = values[index % values.length]!;
    if (index % 7 === 5) table.set(factKey(request), { known: false, because: { code: 'notSent' } });
    else if (index % 7 !== 6) table.set(factKey(request), { known: true, value });
  });
  return table as FactTable;
}

describe('a thousand random rules and trips', () => {
  it('are decided without a failure, whole, and the same each time', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    let decided = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(conditions, { minLength: 20, maxLength: 20 }),
        fc.array(brought, { minLength: 1, maxLength: 40 }),
        async (all, values) => {
          const rules = all.flatMap((each, index) => {
            const parsed = parseRule(ruleDocument({ id: `r-${index}`, conditions: each }));
            // Only oversized or deeply nested documents are refused.
            if (!parsed.ok) expect(JSON.stringify(parsed.errors)).toMatch(/at most 200|deeper than/);
            return parsed.ok ? [{ id: `r-${index}`, version: 1, rule: parsed.document }] : [];
          });
          const compiled = compileRules(rules);
          const facts = factsFor([...compiled.requests], values);
          const subject = { driverId: 'd-1', tripId: 't-1' };
          const decisions = await evaluateRules(compiled, facts, subject);
          for (const decision of decisions) {
            const sentence = decisionSentence(decision, 'en');
            expect(decision.outcome).toBeOneOf(['matched', 'not_matched', 'unknown']);
            expect(sentence).toMatch(/^(Not matched: |Not decided: |-?[A-Z\d]).+\.$/);
            expect(/^Not (matched|decided): /.exec(sentence)?.[1]).toBe(OPENINGS[decision.outcome]);
            expect(sentence).not.toMatch(/undefined|\[object|NaN/);
            expect(decision.nearest_miss !== undefined).toBe(decision.outcome === 'not_matched');
          }
          expect(await evaluateRules(compileRules(rules), facts, subject)).toEqual(decisions);
          decided += decisions.length;
        },
      ),
      { numRuns: 60 },
    );
    expect(decided).toBeGreaterThan(1_000);
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  });
});

describe('an oversized document', () => {
  const leaf = { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 };
  const nested = (levels: number): Json => {
    let node: Json = leaf;
    for (let level = 0; level < levels; level += 1) node = { all: [node] };
    return node;
  };

  it.each<[string, JsonObject, RegExp]>([
    ['groups too deep', { conditions: nested(LIMITS.conditionDepth + 1) }, /^\/conditions(\/all\/0)+$/],
    [
      'too many conditions',
      { conditions: { any: Array<Json>(1_000).fill(leaf) } },
      /^\/conditions\/any\/200$|^$/,
    ],
    [
      'a list too long',
      { conditions: { all: [{ ...leaf, operator: 'in', value: Array<Json>(1_001).fill(1) }] } },
      /^\/conditions\/all\/0\/value$/,
    ],
    ['too many actions', { actions: Array<Json>(21).fill({ type: 'slack', channel: '#x' }) }, /^\/actions/],
    [
      'a template too long',
      { actions: [{ type: 'slack', channel: '#x', text: 'x'.repeat(4_001) }] },
      /^\/actions\/0\/text$/,
    ],
    ['too many drivers', { scope: { drivers: Array<Json>(1_001).fill('d') } }, /^\/scope\/drivers$/],
    ['too many values', { suppresses: Array<Json>(30_000).fill('a') }, /^\/suppresses$/],
  ])('with %s is refused with its place', (_, fields, pointer) => {
    const errors = errorsOf(ruleDocument(fields));
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error.pointer).toMatch(pointer);
  });

  it('of a shared condition is refused with its place, however it grows', () => {
    const doubling = new Map(
      Array.from({ length: 9 }, (_, level) => [
        `c${level}`,
        { all: Array.from({ length: 9 }, () => (level === 8 ? leaf : { condition: `c${level + 1}` })) },
      ]),
    ) as never;
    const parsed = parseSharedCondition(
      { id: 'x', name: 'X', conditions: { all: [{ condition: 'c0' }] } },
      { conditions: doubling },
    );
    expect(parsed).toMatchObject({ ok: false, errors: [{ pointer: '/conditions/all/0/condition' }] });
  });
});
