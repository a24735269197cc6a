import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AtLeast, findOperator, applyOperator } from '../../../rules/vocabulary/index.ts';
import type { JsonObject, Known, Truth } from '../../../rules/vocabulary/index.ts';
import { compileRules, engineValues, readOperands, traceOf } from '../../../rules/evaluation/index.ts';
import { factKey } from '../../../rules/facts/index.ts';
import type { FactTable, FactValue } from '../../../rules/facts/index.ts';
import { decideOn, knownAs, published } from '../given.ts';

const TWENTY = new AtLeast(20);

describe('a lower bound of 20', () => {
  it.each<[string, Known, Truth]>([
    ['greaterThan', 19, 'true'],
    ['greaterThan', 20, 'unknown'],
    ['greaterThanInclusive', 20, 'true'],
    ['greaterThanInclusive', 21, 'unknown'],
    ['lessThan', 20, 'false'],
    ['lessThan', 25, 'unknown'],
    ['lessThanInclusive', 19, 'false'],
    ['lessThanInclusive', 20, 'unknown'],
    ['lessThan', '25', 'unknown'],
    ['equal', 19, 'false'],
    ['equal', 20, 'unknown'],
    ['equal', 25, 'unknown'],
    ['equal', 'a', 'unknown'],
    ['notEqual', 19, 'true'],
    ['notEqual', 20, 'unknown'],
    ['between', [1, 19], 'false'],
    ['between', [1, 20], 'unknown'],
    ['between', [21, 30], 'unknown'],
    ['in', [1, 19], 'false'],
    ['in', [1, 20], 'unknown'],
    ['in', [1, 'a'], 'unknown'],
    ['notIn', [1, 19], 'true'],
    ['notIn', [1, 30], 'unknown'],
    ['isKnown', true, 'false'],
    ['isKnown', false, 'true'],
    ['startsWith', '2', 'unknown'],
  ])('%s %j is %s', (operator, value, result) => {
    expect(applyOperator(findOperator(operator)!, TWENTY, value)).toBe(result);
  });

  it.each<[number | AtLeast, string, Truth]>([
    [19, 'lessThan', 'true'],
    [20, 'lessThan', 'unknown'],
    [20, 'lessThanInclusive', 'true'],
    [19, 'greaterThanInclusive', 'false'],
    [20, 'greaterThanInclusive', 'unknown'],
    [20, 'greaterThan', 'false'],
    [21, 'greaterThan', 'unknown'],
    [19, 'equal', 'false'],
    [21, 'equal', 'unknown'],
    [19, 'notEqual', 'true'],
    [new AtLeast(1), 'lessThan', 'unknown'],
    [new AtLeast(40), 'greaterThan', 'unknown'],
    [new AtLeast(1), 'equal', 'unknown'],
  ])('at the right of %j %s is %s', (actual, operator, result) => {
    expect(applyOperator(findOperator(operator)!, actual, TWENTY)).toBe(result);
  });

  it('among the members of a list is not found where all are below it', () => {
    expect(applyOperator(findOperator('contains')!, [1, 19], TWENTY)).toBe('false');
    expect(applyOperator(findOperator('doesNotContain')!, [1, 20], TWENTY)).toBe('unknown');
  });
});

const window = (fact: string, type: string): JsonObject => ({ fact, params: { type, window: '7d' } });
const phone = window('driver.events.count', 'PHONE_USE');
const brakes = window('driver.events.count', 'HARD_BRAKE');
const keyOf = (reference: JsonObject): string =>
  factKey({ fact: reference['fact'] as string, params: reference['params'] as JsonObject });
const bound = (value: number, tripsWithoutEvents = 1): FactValue => ({
  known: true,
  value,
  atLeast: true,
  tripsWithoutEvents,
});
const decided = (comparison: JsonObject, facts: FactTable) =>
  decideOn(published({ conditions: { all: [comparison] }, actions: [] }), facts);

describe('a rule on a count that is a lower bound', () => {
  it('does not fire on what may be more, and says so', async () => {
    const facts = new Map([[keyOf(phone), bound(20)]]);
    const decision = await decided({ ...phone, operator: 'lessThan', value: 25 }, facts);
    expect(decision).toMatchObject({
      outcome: 'unknown',
      sentence:
        'Not decided: at least 20 phone events in 7 days (threshold: less than 25), events of 1 trip did not arrive or cannot be read.',
      trace: {
        all: [
          {
            actual: 20,
            at_least: true,
            trips_without_events: 1,
            result: 'unknown',
            unknown_because: 'events of some trips of the window did not arrive or cannot be read',
          },
        ],
      },
    });
  });

  it('fires on what is true of the bound', async () => {
    const facts = new Map([[keyOf(phone), bound(20, 2)]]);
    const decision = await decided({ ...phone, operator: 'greaterThan', value: 15 }, facts);
    expect(decision).toMatchObject({
      outcome: 'matched',
      sentence:
        'At least 20 phone events in 7 days detected (threshold: more than 15), events of 2 trips did not arrive or cannot be read.',
    });
    expect(decision.trace).not.toHaveProperty('all.0.unknown_because');
  });

  it('is missed by at least so much', async () => {
    const facts = new Map([[keyOf(phone), bound(20)]]);
    const decision = await decided({ ...phone, operator: 'lessThan', value: 16 }, facts);
    expect(decision).toMatchObject({
      outcome: 'not_matched',
      sentence:
        'Not matched: at least 20 phone events in 7 days (threshold: less than 16), events of 1 trip did not arrive or cannot be read.',
      nearest_miss: { actual: 20, at_least: true, gap: 4, relative_gap: 0.25 },
    });
    const short = { fact: 'trip.distance_km', operator: 'lessThan', value: 1 };
    const both = await decideOn(
      published({
        conditions: { all: [{ ...phone, operator: 'lessThan', value: 16 }, short] },
        actions: [],
      }),
      new Map([...facts, ['trip.distance_km', knownAs(1.1)]]),
    );
    expect(both.sentence).toContain('Missed by at least 4 (25 %) on phone events in 7 days.');
  });

  it('compares with another fact as far as the bounds allow', async () => {
    const asked = { ...brakes, operator: 'lessThan', value: phone };
    const facts = (count: number) =>
      new Map([
        [keyOf(phone), bound(20)],
        [keyOf(brakes), knownAs(count)],
      ]);
    expect((await decided(asked, facts(19))).outcome).toBe('matched');
    expect(await decided(asked, facts(20))).toMatchObject({
      outcome: 'unknown',
      sentence:
        'Not decided: 20 hard brakes in 7 days (threshold: less than the phone events in 7 days (at least 20, events of some trips did not arrive or cannot be read)).',
      trace: { all: [{ compared: 20, compared_at_least: true }] },
    });
  });

  it('does not call the bound known', async () => {
    const facts = new Map([[keyOf(phone), bound(20)]]);
    const is = await decided({ ...phone, operator: 'isKnown', value: true }, facts);
    expect(is).toMatchObject({
      outcome: 'not_matched',
      sentence:
        'Not matched: at least 20 phone events in 7 days (expected: known), events of 1 trip did not arrive or cannot be read.',
    });
    const isNot = await decided({ ...phone, operator: 'isKnown', value: false }, facts);
    expect(isNot.sentence).toBe(
      'At least 20 phone events in 7 days detected, events of 1 trip did not arrive or cannot be read.',
    );
  });
});

const operators = [
  'equal',
  'notEqual',
  'lessThan',
  'lessThanInclusive',
  'greaterThan',
  'greaterThanInclusive',
];
const count = fc.integer({ min: 0, max: 5 });
const side = fc.record({ value: count, more: fc.integer({ min: 0, max: 6 }), exact: fc.boolean() });
const comparison = fc.oneof(
  fc.record({ operator: fc.constantFrom(...operators), value: fc.oneof(count, fc.constant(brakes)) }),
  fc.record({
    operator: fc.constantFrom('in', 'notIn'),
    value: fc.array(count, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ operator: fc.constant('between'), value: fc.tuple(count, count).map((both) => both.sort()) }),
);

it('what is decided of bounds is true of every amount from the bound on, and the engine says the same', async () => {
  await fc.assert(
    fc.asyncProperty(comparison, side, side, fc.boolean(), async (asked, left, right, negated) => {
      const leaf = { ...phone, ...asked };
      const compiled = compileRules([published({ conditions: negated ? { not: leaf } : { all: [leaf] } })]);
      const [rule] = compiled.rules;
      if (!rule || 'error' in rule) throw new Error('it was not compiled');
      const decide = async (one: FactValue, other: FactValue): Promise<Truth> => {
        const table = new Map([
          [keyOf(phone), one],
          [keyOf(brakes), other],
        ]);
        const operands = readOperands(compiled.operands, table);
        const { result } = traceOf(rule.conditions, operands);
        expect(await rule.decide(engineValues(operands))).toBe(result === 'true');
        return result;
      };
      const known = ({ value, exact }: typeof left) => (exact ? knownAs(value) : bound(value));
      const real = ({ value, more, exact }: typeof left) => knownAs(exact ? value : value + more);
      const said = await decide(known(left), known(right));
      expect(['unknown', await decide(real(left), real(right))]).toContain(said);
    }),
    { numRuns: 500 },
  );
});
