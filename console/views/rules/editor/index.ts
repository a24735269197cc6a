/** The rule editor: a form and the document's text side by side, each updating the other. */
export { RuleEditor } from './ruleEditor.tsx';
export { NewRule } from './newRule.tsx';
