import { changed } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { rootOf } from './read.ts';
import type { ConditionGroup } from './tree.ts';
import { conditionsOf } from './write.ts';

/** A rule in the form: its conditions as a tree, and everything else as in the document. */
export type RuleForm = { readonly document: JsonObject; readonly conditions: ConditionGroup };

/** Returns a rule's document as a form. */
export function formOf(document: JsonObject): RuleForm {
  return { document, conditions: rootOf(document['conditions']) };
}

/** Returns the document of a form. An unchanged form returns its original document, with the fields in the same order. */
export function documentOf({ document, conditions }: RuleForm): JsonObject {
  return changed(document, [{ key: 'conditions', value: conditionsOf(conditions) }]);
}

/**
 * Returns an object with a field set. An existing field keeps its position, and a new field is the last.
 * Undefined removes the field.
 */
export function withField(document: JsonObject, key: string, value: Json | undefined): JsonObject {
  return changed(document, [{ key, value }]);
}

/** The fields of a rule, in the order in which the example rules have them. */
const ORDER = [
  '$schema',
  'id',
  'name',
  'description',
  'severity',
  'mode',
  'copy_of',
  'scope',
  'conditions',
  'trigger',
  'throttle',
  'budget',
  'owner',
  'suppresses',
  'actions',
];

/**
 * Returns a rule with a field set. A new field is placed as in the example rules, after the fields that
 * precede it there.
 */
export function withRuleField(document: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (Object.hasOwn(document, key) || value === undefined) return withField(document, key, value);
  const before = ORDER.slice(0, ORDER.indexOf(key));
  const entries = Object.entries(document);
  const at = entries.findLastIndex(([name]) => before.includes(name)) + 1;
  return Object.fromEntries([...entries.slice(0, at), [key, value], ...entries.slice(at)]);
}
