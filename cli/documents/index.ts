/** The commands that change documents on the server: plan, apply, pull, draft, history, shadow copies. */
export { differences } from './diff.ts';
