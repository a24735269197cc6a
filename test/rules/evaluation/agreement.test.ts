import fc from 'fast-check';
import { Engine } from 'json-rules-engine';
import type { TopLevelCondition } from 'json-rules-engine';
import { describe, expect, it } from 'vitest';
import {
  compileRules,
  engineValues,
  evaluateRules,
  readOperands,
  traceOf,
} from '../../../rules/evaluation/index.ts';
import { parseRule } from '../../../rules/lint/index.ts';
import type { SharedCondition } from '../../../rules/lint/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import { decideOn, published, ruleDocument, tableOf } from '../given.ts';

const NUMBERS = ['trip.distance_km', 'trip.duration_seconds', 'trip.max_speed_kmph', 'trip.path_points'];
const TEXTS = ['trip.session_id', 'trip.tracking_id'];
const LIST = 'driver.devices_missing_data';
const TIMES = ['trip.start_time', 'trip.end_time'];
const DATE = 'driver.start_date';
const ATTRIBUTES = 'driver.attributes';
/** Dates and instants, of which two are equal with different offsets. */
const INSTANTS = ['2026-03-01T08:00:00Z', '2026-03-01T09:00:00+01:00', '2026-03-01T08:00:00+01:00'];
const DATES = ['2026-02-28', '2026-03-01', '2026-03-02'];

const number = fc.integer({ min: 0, max: 4 });
const text = fc.constantFrom('a', 'b', 'c');

const numberComparison = fc.oneof(
  fc.record({
    fact: fc.constantFrom(...NUMBERS),
    operator: fc.constantFrom(
      'equal',
      'notEqual',
      'lessThan',
      'lessThanInclusive',
      'greaterThan',
      'greaterThanInclusive',
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
const momentComparison = fc
  .tuple(
    fc.constantFrom('equal', 'notEqual', 'lessThan', 'lessThanInclusive', 'greaterThan'),
    fc.constantFrom(...INSTANTS),
    fc.constantFrom(...DATES),
    fc.constantFrom(...TIMES, DATE),
  )
  .map(([operator, instant, date, fact]) => ({ fact, operator, value: fact === DATE ? date : instant }));
const attributeComparison = fc.oneof(
  fc.record({
    fact: fc.constant(ATTRIBUTES),
    path: fc.constant('$.depot'),
    name: fc.uuid(),
    operator: fc.constantFrom('equal', 'notEqual'),
    value: text,
  }),
  fc.record({
    fact: fc.constant(ATTRIBUTES),
    path: fc.constant('$.vehicle.tonnes'),
    name: fc.uuid(),
    operator: fc.constantFrom('lessThan', 'greaterThanInclusive'),
    value: number,
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

/** Converts moments to milliseconds, because the plain engine compares only numbers. */
function inMillis(value: unknown, isMoment = false): unknown {
  if (typeof value === 'string') return isMoment ? Date.parse(value) : value;
  if (Array.isArray(value)) return value.map((each) => inMillis(each));
  if (typeof value !== 'object' || value === null) return value;
  const isAsked = [...TIMES, DATE].includes((value as { fact?: string }).fact ?? '');
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      inMillis(each, [...TIMES, DATE].includes(key) || (isAsked && key === 'value')),
    ]),
  );
}

describe('beside plain json-rules-engine, with shared conditions, paths and moments', () => {
  const leaf = fc.oneof(numberComparison, textComparison, momentComparison, attributeComparison);
  const groupOf = (node: fc.Arbitrary<unknown>): fc.Arbitrary<JsonObject> =>
    fc.oneof(
      fc.record({ all: fc.array(node, { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(node, { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: node }),
    ) as fc.Arbitrary<JsonObject>;
  const named = (...names: string[]) => fc.record({ condition: fc.constantFrom(...names) });
  const all = fc.record({
    inner: groupOf(leaf),
    // The conditions nest: one inside another, and both inside the rule.
    outer: groupOf(fc.oneof(leaf, named('inner'))),
    rule: groupOf(fc.oneof(leaf, named('inner', 'outer'), groupOf(fc.oneof(leaf, named('outer'))))),
  });
  const known = fc.record({
    ...Object.fromEntries(NUMBERS.map((name) => [name, number])),
    ...Object.fromEntries(TEXTS.map((name) => [name, text])),
    ...Object.fromEntries(TIMES.map((name) => [name, fc.constantFrom(...INSTANTS)])),
    [LIST]: fc.array(text, { maxLength: 3 }),
    [DATE]: fc.constantFrom(...DATES),
    [ATTRIBUTES]: fc.record({ depot: text, vehicle: fc.record({ tonnes: number }) }),
  });

  it('decides the same', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(all, known, async ({ inner, outer, rule }, facts) => {
        const conditions = Object.entries({ inner, outer }).map(([id, body]) => ({
          id,
          version: 1,
          condition: { id, name: id, conditions: body } as unknown as SharedCondition,
        }));
        const byId = new Map(conditions.map((each) => [each.id, each.condition.conditions]));
        const parsed = parseRule(ruleDocument({ conditions: rule }), { conditions: byId });
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
        const compiled = compileRules([{ id: 'a-rule', version: 1, rule: parsed.document }], conditions);
        const subject = { driverId: 'd-1', tripId: 't-1' };
        const [decision] = await evaluateRules(compiled, tableOf(facts), subject);
        const engine = new Engine();
        for (const [name, body] of Object.entries({ inner, outer }))
          engine.setCondition(name, inMillis(body) as TopLevelCondition);
        engine.addRule({ conditions: inMillis(rule) as TopLevelCondition, event: { type: 'fired' } });
        const { events } = await engine.run(inMillis(facts) as Record<string, unknown>);
        expect(decision?.outcome).toBe(events.length > 0 ? 'matched' : 'not_matched');
        outcomes.add(decision!.outcome);
      }),
      { numRuns: 400 },
    );
    expect([...outcomes].sort()).toEqual(['matched', 'not_matched']);
  });
});

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
