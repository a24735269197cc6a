import type { Catalogue, Fact } from './catalogue.ts';
import type { Json, JsonObject } from './json.ts';
import type { ConditionLeaf } from './tree.ts';

/** A new comparison, whose fact is not chosen yet. */
export const EMPTY_LEAF: ConditionLeaf = { field: '', operator: 'greaterThanInclusive', value: 1 };

/**
 * Returns the comparison with another fact. Parts that fit the new fact stay; the rest comes from the new
 * fact's example.
 */
export function leafWithFact(leaf: ConditionLeaf, fact: Fact, catalogue: Catalogue): ConditionLeaf {
  const example = fact.examples[0] ?? {};
  const given = (example['params'] ?? {}) as JsonObject;
  const params = Object.fromEntries(
    fact.params.flatMap(({ name, required, examples }) => {
      const value = leaf.params?.[name] ?? (required ? (given[name] ?? (examples[0] as Json)) : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  // Without `source` the document's fields are written from scratch, in their usual order.
  const { params: _params, factPath: _path, label: _label, source: _source, ...rest } = leaf;
  const path = typeof example['path'] === 'string' ? example['path'] : '$.';
  const next: ConditionLeaf = {
    ...rest,
    field: fact.fact,
    ...(Object.keys(params).length > 0 && { params }),
    ...(fact.takes_path && { factPath: path }),
  };
  const operator = typeof example['operator'] === 'string' ? example['operator'] : fact.operators[0]!;
  const isOther = catalogue.facts.get(leaf.field)?.type !== fact.type;
  if (isOther || !fact.operators.includes(leaf.operator))
    return { ...next, operator, value: (example['value'] ?? '') as Json };
  return next;
}

/** Returns the comparison with another operator. The value is kept, in the shape that the new operator needs. */
export function leafWithOperator(leaf: ConditionLeaf, operator: string, catalogue: Catalogue): ConditionLeaf {
  const shape = catalogue.operators.get(operator)?.value;
  const type = catalogue.facts.get(leaf.field)?.type ?? 'number';
  const [first = type === 'number' ? 0 : '', second = first] = Array.isArray(leaf.value)
    ? leaf.value
    : [typeof leaf.value === 'boolean' ? undefined : leaf.value];
  if (shape === 'flag') return { ...leaf, operator, value: true };
  if (shape === 'bounds') return { ...leaf, operator, value: [first, second] };
  if (shape === 'many') return { ...leaf, operator, value: Array.isArray(leaf.value) ? leaf.value : [first] };
  return { ...leaf, operator, value: first };
}
