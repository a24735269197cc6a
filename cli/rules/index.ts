/** The commands that change documents on the server: plan, apply, pull, draft, trial, history, back-test. */
export { printBacktest } from './backtestReport.ts';
export { differences } from './documentDiff.ts';
export { addRules } from './ruleCommands.ts';
export type { ApiOptions, Finish } from './ruleCommands.ts';
