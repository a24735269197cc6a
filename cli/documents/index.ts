/** The commands that change documents on the server: plan, apply, pull, draft, trial, history, back-test. */
export { printBacktest } from './backtestReport.ts';
export { differences } from './diff.ts';
