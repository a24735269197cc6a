import type { Json } from '../vocabulary/index.ts';

/** A JSON Schema, or a part of one. */
export type Part = Record<string, Json>;

/** Returns a schema with which an editor suggests names. Other values stay valid. */
export function suggesting(names: readonly string[] | undefined, schema: Part): Part {
  return names === undefined || names.length === 0 ? schema : { ...schema, anyOf: [{ enum: names }, {}] };
}

/** Returns a schema that applies only if a field of an object matches a condition. */
export function whereField(field: string, condition: Part, then: Part): Part {
  return { if: { properties: { [field]: condition }, required: [field] }, then };
}
