/** The texts of the console about rules: their pages and editor, back-tests, facts, and reasons that no alert was sent. */
export { backtests } from './backtests.ts';
export { factHelp } from './factHelp.ts';
export { reasons } from './reasons.ts';
export { ruleEditor } from './editor.ts';
export { rules } from './pages.ts';
export { why } from './why.ts';
