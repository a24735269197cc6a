/** The rule editor: a form and the document's text side by side, each updating the other. */
export { beginEditing } from './begin.ts';
export { RuleEditor } from './ruleEditor.tsx';
export { NewRule } from './newRule.tsx';
