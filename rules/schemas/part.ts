import type { Json } from '../vocabulary/index.ts';

/** A JSON Schema, or a part of one. */
export type Part = Record<string, Json>;

/** Returns a schema that an editor completes with names, and that also accepts others. */
export function suggesting(names: readonly string[] | undefined, schema: Part): Part {
  return names === undefined || names.length === 0 ? schema : { ...schema, anyOf: [{ enum: names }, {}] };
}

/** Returns a schema that applies when a field of an object matches a condition. */
export function whereField(field: string, condition: Part, then: Part): Part {
  return { if: { properties: { [field]: condition }, required: [field] }, then };
}
