import fc from 'fast-check';
import { FACTS, OPERATORS } from '../../rules/vocabulary/index.ts';
import type { FactDefinition, Json, JsonObject } from '../../rules/vocabulary/index.ts';

const LISTED = FACTS.filter(({ name }) => !name.includes('*'));
const PATHS = ['$.depot', '$.vehicle.tonnes', '$.constructor', '$.__proto__', '$.toString', '$.tags.0'];

/** Generates a right side that the fact's type allows for an operator of that shape. */
function rightOf(fact: FactDefinition, shape: string): fc.Arbitrary<Json> {
  const one: fc.Arbitrary<Json> =
    fact.type === 'number' || fact.type === 'object'
      ? fc.integer({ min: -5, max: 300 })
      : fact.values
        ? fc.constantFrom(...fact.values)
        : fact.type === 'time'
          ? fc.constantFrom('2026-03-01T08:00:00+01:00', '2026-03-02T08:00:00Z')
          : fact.type === 'date'
            ? fc.constantFrom('2026-01-01', '2026-02-28')
            : fc.constantFrom('d-1', 'north', 'gyroscope');
  if (shape === 'flag') return fc.boolean();
  if (shape === 'many') return fc.array(one, { minLength: 1, maxLength: 4 });
  if (shape === 'bounds') return one.map((value) => [value, value]);
  return shape === 'text' ? fc.constantFrom('d', 'north') : one;
}

const comparison: fc.Arbitrary<JsonObject> = fc
  .tuple(fc.constantFrom(...LISTED), fc.nat(), fc.constantFrom(...PATHS))
  .chain(([fact, pick, path]) => {
    const operators = OPERATORS.filter(({ types }) => fact.type === 'object' || types.includes(fact.type));
    const operator = operators[pick % operators.length]!;
    const params = Object.fromEntries(
      fact.params
        .filter(({ required }) => required)
        .map((param) => [param.name, param.examples[pick % param.examples.length]!]),
    );
    return rightOf(fact, operator.shape).map((value) => ({
      fact: fact.name,
      operator: operator.name,
      value,
      ...(fact.params.length > 0 && { params }),
      ...(fact.type === 'object' && { path }),
    }));
  });

const tree = fc.letrec<{ node: JsonObject; group: JsonObject }>((tie) => ({
  node: fc.oneof({ maxDepth: 4 }, comparison, tie('group')),
  group: fc.oneof(
    fc.record({ all: fc.array(tie('node'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ any: fc.array(tie('node'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ not: tie('node') }),
  ),
})).group;

/** Returns the same conditions with a name for each comparison that is unique in the rule. */
function named(node: JsonObject, next: { number: number }): JsonObject {
  const each = (child: Json): JsonObject => named(child as JsonObject, next);
  if (Array.isArray(node['all'])) return { all: node['all'].map(each) };
  if (Array.isArray(node['any'])) return { any: node['any'].map(each) };
  if (node['not'] !== undefined) return { not: each(node['not']) };
  next.number += 1;
  return { ...node, name: `condition ${next.number}` };
}

/** Well-typed conditions over every fact and operator of the catalogue. */
export const conditions = tree.map((node) => named(node, { number: 0 }));
