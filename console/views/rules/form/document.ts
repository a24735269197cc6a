import { changed } from './json.ts';
import type { JsonObject } from './json.ts';
import { rootOf } from './read.ts';
import type { ConditionGroup } from './tree.ts';
import { conditionsOf } from './write.ts';

/** A rule in the form: its conditions as a tree, everything else as the document holds it. */
export type RuleForm = { readonly document: JsonObject; readonly conditions: ConditionGroup };

/** The form of a rule's document. */
export function formOf(document: JsonObject): RuleForm {
  return { document, conditions: rootOf(document['conditions']) };
}

/** The document of a form: that of an unchanged form is the one it was made of, in the same order. */
export function documentOf({ document, conditions }: RuleForm): JsonObject {
  return changed(document, [{ key: 'conditions', value: conditionsOf(conditions) }]);
}
