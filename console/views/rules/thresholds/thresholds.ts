import type { Json, JsonObject } from '../form/index.ts';

/** A number of a rule's own conditions that a back-test can vary. */
export interface Threshold {
  /** JSON pointer (RFC 6901) inside the rule: `/conditions/all/0/value`. */
  readonly pointer: string;
  readonly leaf: JsonObject;
  readonly value: number;
  /** The bound of a `between`; absent for other operators. */
  readonly bound?: 'low' | 'high';
}

/** Operators that compare with one number. `between` is not one of them, because it compares with two. */
const ONE_NUMBER: readonly Json[] = [
  'equal',
  'notEqual',
  'lessThan',
  'lessThanInclusive',
  'greaterThan',
  'greaterThanInclusive',
];

/** Returns all numbers of a rule's conditions that a back-test can vary, in the order of the document. */
export function thresholdsOf(conditions: Json | undefined): readonly Threshold[] {
  return found(conditions, '/conditions');
}

function found(node: Json | undefined, at: string): Threshold[] {
  if (!isObject(node)) return [];
  for (const name of ['all', 'any'] as const) {
    const children = node[name];
    if (Array.isArray(children))
      return children.flatMap((child, index) => found(child, `${at}/${name}/${index}`));
  }
  if (node['not'] !== undefined) return found(node['not'], `${at}/not`);
  const { operator, value } = node;
  if (typeof node['fact'] !== 'string' || operator === undefined) return [];
  if (typeof value === 'number' && ONE_NUMBER.includes(operator))
    return [{ pointer: `${at}/value`, leaf: node, value }];
  if (operator !== 'between' || !Array.isArray(value)) return [];
  const [low, high] = value;
  if (typeof low !== 'number' || typeof high !== 'number') return [];
  return [
    { pointer: `${at}/value/0`, leaf: node, value: low, bound: 'low' },
    { pointer: `${at}/value/1`, leaf: node, value: high, bound: 'high' },
  ];
}

/** Returns the comparison whose number a pointer names; undefined when the document has no such number. */
export function leafAt(document: JsonObject, pointer: string): Threshold | undefined {
  return thresholdsOf(document['conditions']).find((each) => each.pointer === pointer);
}

/** Returns a copy of the document with another number at a pointer that `leafAt` can find. */
export function withNumberAt(document: JsonObject, pointer: string, value: number): JsonObject {
  const copy = structuredClone(document);
  const steps = pointer.split('/').slice(1);
  const last = steps.pop()!;
  let at: Json = copy;
  for (const step of steps) at = (at as JsonObject)[step]!;
  (at as JsonObject)[last] = value;
  return copy;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
