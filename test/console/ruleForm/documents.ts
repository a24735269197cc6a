import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject } from '../../../console/views/rules/form/index.ts';

/** The folder of the example rules. */
export const EXAMPLES = fileURLToPath(new URL('../../../rules/examples/rules/', import.meta.url));

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const scalar: fc.Arbitrary<Json> = fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.boolean());
const name = { name: fc.string({ maxLength: 4 }), priority: fc.nat() };

const comparison: fc.Arbitrary<JsonObject> = fc.record(
  {
    fact: fc.constantFrom('trip.distance_m', 'driver.attributes', 'trip.events.count'),
    operator: fc.constantFrom('greaterThan', 'in', 'between'),
    value: fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 3 }),
      fc.record({ fact: fc.constant('trip.score') }),
    ),
    params: fc.oneof(fc.constant({ type: 'PHONE_USE', window: '7d' }), json),
    path: fc.oneof(fc.constant('$.depot'), json),
    ...name,
    extra: json,
  },
  { requiredKeys: ['fact', 'operator', 'value'] },
);

const { node, group } = fc.letrec<{ node: Json; group: JsonObject }>((tie) => {
  const nodes = fc.array(tie('node'), { maxLength: 3 });
  return {
    node: fc.oneof(
      { maxDepth: 4 },
      { weight: 6, arbitrary: comparison },
      { weight: 1, arbitrary: json },
      { weight: 6, arbitrary: tie('group') },
    ),
    group: fc.oneof(
      fc.record({ ...name, all: nodes }, { requiredKeys: ['all'] }),
      fc.record({ any: nodes, ...name, extra: json }, { requiredKeys: ['any'] }),
      fc.record({ not: tie('node'), ...name }, { requiredKeys: ['not'] }),
      fc.record(
        { condition: fc.oneof(fc.string({ maxLength: 5 }), json), ...name },
        { requiredKeys: ['condition'] },
      ),
      fc.record({ all: nodes, fact: json, not: json }, { requiredKeys: [] }),
    ),
  };
});

/** Documents of rules, valid and invalid: odd nesting, unknown fields, keys in any order. */
export const anyDocument: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.record(
      {
        id: fc.constant('r'),
        name: fc.string(),
        mode: fc.constantFrom('shadow', 'live'),
        severity: fc.constantFrom('info', 'critical'),
        conditions: fc.oneof(group, group, node),
        actions: json,
        unknown: json,
      },
      { requiredKeys: ['id'] },
    ),
    fc.infiniteStream(fc.nat()),
  )
  .map(([document, order]) => inOrder(document as JsonObject, order));

/** Returns the same object with its keys in another order at every depth. */
function inOrder(value: JsonObject, order: Iterator<number>): JsonObject {
  const entries = Object.entries(value).map(([key, each]) => ({
    key,
    each,
    place: Number(order.next().value),
  }));
  const inside = (each: Json): Json => {
    if (Array.isArray(each)) return each.map(inside);
    return typeof each === 'object' && each !== null ? inOrder(each, order) : each;
  };
  return Object.fromEntries(
    entries.sort((left, right) => left.place - right.place).map(({ key, each }) => [key, inside(each)]),
  );
}
