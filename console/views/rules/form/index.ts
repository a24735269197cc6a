/** A rule as a form: its conditions as a tree that can be edited, and edits written into the text that has comments. */
export { formOf, documentOf } from './document.ts';
export type { RuleForm } from './document.ts';
export { BLOCK, SHARED } from './tree.ts';
export type { ConditionGroup, ConditionLeaf, ConditionNode, Combinator } from './tree.ts';
export { edited, parsedText } from './sourceText.ts';
export type { Json, JsonObject } from './json.ts';
