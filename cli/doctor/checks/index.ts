/** One check of `tripline doctor`: how it ended, and what is said when it throws. */
export { attempt } from './check.ts';
export type { Check } from './check.ts';
