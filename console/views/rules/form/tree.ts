import type { Json, JsonObject } from './json.ts';

/** How the conditions of a group are joined: all are true, one is true, none is true. */
export type Combinator = 'all' | 'any' | 'not';

/** The field of a condition that is a document of its own; its id is the value. */
export const SHARED = '$shared';
/** The field of what the form cannot express; its value is the JSON as it is, to be read only. */
export const BLOCK = '$block';

/**
 * Conditions joined in one way, in the shape that react-querybuilder edits. `source` is what was read: whatever the form
 * does not know stays in it, in its order. A condition that the form adds has none.
 */
export type ConditionGroup = {
  id?: string;
  combinator: Combinator;
  rules: ConditionNode[];
  source?: JsonObject;
  /** At the root only: a single condition that stands there without a group. */
  bare?: boolean;
};

/** One comparison, one shared condition, or a block. */
export type ConditionLeaf = {
  id?: string;
  /** The name of a fact, SHARED or BLOCK. */
  field: string;
  operator: string;
  value: Json;
  params?: JsonObject;
  /** The path into the fact; react-querybuilder's own `path` is where a condition stands in the tree. */
  factPath?: string;
  /** What templates call the comparison. */
  label?: string;
  source?: JsonObject;
  /** A block cannot be edited. */
  disabled?: boolean;
};

/** A condition of the form. */
export type ConditionNode = ConditionGroup | ConditionLeaf;
