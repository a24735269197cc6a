import type { Json, JsonObject } from './json.ts';

/** Combination of the conditions in a group: all must be true, at least one must be true, or none may be true. */
export type Combinator = 'all' | 'any' | 'not';

/** Value of `field` for a shared condition, which is a document of its own. The condition's `value` is its id. */
export const SHARED = '$shared';
/**
 * Value of `field` for a part that the form cannot express. The part's `value` is the unchanged JSON, which
 * is read-only.
 */
export const BLOCK = '$block';

/**
 * Conditions with one combinator, in the shape that react-querybuilder edits.
 * `source` is the JSON that was read. It keeps fields that the form does not know, and their order. A
 * condition that the form adds has no `source`.
 */
export type ConditionGroup = {
  id?: string;
  combinator: Combinator;
  rules: ConditionNode[];
  source?: JsonObject;
  /** At the root only: whether it is a single condition without a group. */
  bare?: boolean;
};

/** One comparison, one shared condition, or a block (a part that the form cannot express). */
export type ConditionLeaf = {
  id?: string;
  /** The name of a fact, or SHARED or BLOCK. */
  field: string;
  operator: string;
  value: Json;
  params?: JsonObject;
  /** The path inside the fact's value. react-querybuilder uses `path` for the position of a condition in the tree. */
  factPath?: string;
  /** The name under which templates use the comparison. */
  label?: string;
  source?: JsonObject;
  /** Whether the leaf cannot be edited; true for a block. */
  disabled?: boolean;
};

/** A condition of the form. */
export type ConditionNode = ConditionGroup | ConditionLeaf;
