/** One check of `tripline doctor`: its result, and its message when it throws. */
export { attempt } from './check.ts';
export type { Check } from './check.ts';
