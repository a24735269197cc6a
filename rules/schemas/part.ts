import type { Json } from '../vocabulary/index.ts';

/** A JSON Schema, or a part of one. */
export type Part = Record<string, Json>;

/** A schema that an editor completes with names and that takes others as well. */
export function suggesting(names: readonly string[] | undefined, schema: Part): Part {
  return names === undefined || names.length === 0 ? schema : { ...schema, anyOf: [{ enum: names }, {}] };
}

/** Another schema that holds where an object has a field for which a condition holds. */
export function whereField(field: string, condition: Part, then: Part): Part {
  return { if: { properties: { [field]: condition }, required: [field] }, then };
}
