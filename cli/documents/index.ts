/** The commands that change documents on the server: plan, apply, pull, draft, trial, history. */
export { differences } from './diff.ts';
