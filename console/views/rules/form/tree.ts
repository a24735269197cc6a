import type { Json, JsonObject } from './json.ts';

/** The way in which the conditions of a group are joined: all are true, one is true, none is true. */
export type Combinator = 'all' | 'any' | 'not';

/** The field of a condition that is a document of its own; its id is the value. */
export const SHARED = '$shared';
/** The field of a part that the form cannot express; its value is the unchanged JSON, which is read-only. */
export const BLOCK = '$block';

/**
 * Conditions joined in one way, in the shape that react-querybuilder edits. `source` is the JSON that was read: it keeps fields
 * that the form does not know, and their order. A condition that the form adds has none.
 */
export type ConditionGroup = {
  id?: string;
  combinator: Combinator;
  rules: ConditionNode[];
  source?: JsonObject;
  /** At the root only: whether it is a single condition without a group. */
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
  /** The path into the fact; react-querybuilder's own `path` is the place of a condition in the tree. */
  factPath?: string;
  /** The name of the comparison in templates. */
  label?: string;
  source?: JsonObject;
  /** A block cannot be edited. */
  disabled?: boolean;
};

/** A condition of the form. */
export type ConditionNode = ConditionGroup | ConditionLeaf;
