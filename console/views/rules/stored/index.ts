/** Rules as the API stores them: reading a rule, and every edit of it, with messages about the result. */
export { baseOf, storedQuery, useStoredRule, textOf } from './storedRule.ts';
export type { StoredRule } from './storedRule.ts';
export { useRuleEdits } from './edits.ts';
export type { RuleEdits } from './edits.ts';
