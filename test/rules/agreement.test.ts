import fc from 'fast-check';
import { Engine } from 'json-rules-engine';
import type { TopLevelCondition } from 'json-rules-engine';
import { describe, expect, it } from 'vitest';
import { compileRules } from '../../rules/compile.ts';
import { engineValues } from '../../rules/engine.ts';
import { readOperands } from '../../rules/operand.ts';
import { traceOf } from '../../rules/trace.ts';
import type { Json, JsonObject } from '../../rules/trip.ts';
import { decideOn, published, tableOf } from './given.ts';

const NUMBERS = ['trip.distance_km', 'trip.duration_seconds', 'trip.max_speed_kmph', 'trip.path_points'];
const TEXTS = ['trip.session_id', 'trip.tracking_id'];
const LIST = 'driver.devices_missing_data';

const number = fc.integer({ min: 0, max: 4 });
const text = fc.constantFrom('a', 'b', 'c');

const numberComparison = fc.oneof(
  fc.record({
    fact: fc.constantFrom(...NUMBERS),
    operator: fc.constantFrom(
      ...['equal', 'notEqual', 'lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'],
    ),
    value: fc.oneof(number, fc.record({ fact: fc.constantFrom(...NUMBERS) })),
  }),
  fc.record({
    fact: fc.constantFrom(...NUMBERS),
    operator: fc.constantFrom('in', 'notIn'),
    value: fc.array(number, { minLength: 1, maxLength: 3 }),
  }),
);
const textComparison = fc.oneof(
  fc.record({ fact: fc.constantFrom(...TEXTS), operator: fc.constantFrom('equal', 'notEqual'), value: text }),
  fc.record({
    fact: fc.constantFrom(...TEXTS),
    operator: fc.constantFrom('in', 'notIn'),
    value: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    fact: fc.constant(LIST),
    operator: fc.constantFrom('contains', 'doesNotContain'),
    value: text,
  }),
);
const priority = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });

const condition = fc.letrec<{ node: JsonObject; group: JsonObject }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, numberComparison, textComparison, tie('group')),
  group: fc
    .tuple(
      fc.oneof(
        fc.record({ all: fc.array(tie('node'), { minLength: 1, maxLength: 4 }) }),
        fc.record({ any: fc.array(tie('node'), { minLength: 1, maxLength: 4 }) }),
        fc.record({ not: tie('node') }),
      ),
      priority,
    )
    .map(([group, order]) => (order === undefined ? group : { ...group, priority: order })),
})).group;

const facts = fc.record({
  ...Object.fromEntries(NUMBERS.map((name) => [name, number])),
  ...Object.fromEntries(TEXTS.map((name) => [name, text])),
  [LIST]: fc.array(text, { maxLength: 3 }),
});

async function plainEngineFires(
  conditions: JsonObject,
  known: Readonly<Record<string, Json>>,
): Promise<boolean> {
  const engine = new Engine();
  engine.addRule({
    conditions: structuredClone(conditions) as unknown as TopLevelCondition,
    event: { type: 'fired' },
  });
  return (await engine.run({ ...known })).events.length > 0;
}

describe('beside plain json-rules-engine', () => {
  it('decides the same on known, well-typed facts', async () => {
    await fc.assert(
      fc.asyncProperty(condition, facts, async (conditions, known) => {
        const decision = await decideOn(published({ conditions }), tableOf(known));
        const fires = await plainEngineFires(conditions, known);
        expect(decision.outcome).toBe(fires ? 'matched' : 'not_matched');
      }),
      { numRuns: 400 },
    );
  });

  it('never fires on anything that is not known, however it is negated', async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (conditions) => {
        const nothing = await decideOn(published({ conditions }), tableOf({}));
        const negated = await decideOn(published({ conditions: { not: conditions } }), tableOf({}));
        expect([nothing.outcome, negated.outcome]).toEqual(['unknown', 'unknown']);
      }),
      { numRuns: 200 },
    );
  });

  it('and its own trace agree when some facts are known and some are not', async () => {
    const missing = fc.subarray([...NUMBERS, ...TEXTS, LIST]);
    await fc.assert(
      fc.asyncProperty(condition, facts, missing, async (conditions, known, absent) => {
        const table = tableOf({
          ...known,
          ...Object.fromEntries(absent.map((name) => [name, undefined])),
        });
        const decision = await decideOn(published({ conditions }), table);
        const negated = await decideOn(published({ conditions: { not: conditions } }), table);
        const mirror = { matched: 'not_matched', not_matched: 'matched', unknown: 'unknown' } as const;
        expect(decision.outcome).toBeOneOf(Object.keys(mirror));
        expect(negated.outcome).toBe(mirror[decision.outcome as keyof typeof mirror]);
      }),
      { numRuns: 300 },
    );
  });

  it('the engine itself fires exactly where the trace holds, also on what is unknown or of the wrong type', async () => {
    const odd = fc.oneof(number, text, fc.constantFrom<Json>(null, 'NA', '2', true, [1], { a: 1 }));
    const strange = fc.record(Object.fromEntries([...NUMBERS, ...TEXTS, LIST].map((name) => [name, odd])));
    await fc.assert(
      fc.asyncProperty(condition, fc.oneof(facts, strange), async (conditions, known) => {
        const compiled = compileRules([published({ conditions })]);
        const [rule] = compiled.rules;
        if (!rule || 'error' in rule) throw new Error('it was not compiled');
        const operands = readOperands(compiled.operands, tableOf(known));
        const { result } = traceOf(rule.conditions, operands);
        expect(await rule.decide(engineValues(operands))).toBe(result === 'true');
      }),
      { numRuns: 300 },
    );
  });

  it('what is decided with a fact unknown stays so whatever the fact turns out to be', async () => {
    await fc.assert(
      fc.asyncProperty(condition, facts, fc.constantFrom(...NUMBERS), async (conditions, known, name) => {
        const table = tableOf({ ...known, [name]: undefined });
        const before = await decideOn(published({ conditions }), table);
        fc.pre(before.outcome !== 'unknown');
        const after = await decideOn(published({ conditions }), tableOf(known));
        expect(after.outcome).toBe(before.outcome);
      }),
      { numRuns: 300 },
    );
  });
});
