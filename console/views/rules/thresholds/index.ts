/** The numbers of a rule that a back-test can vary: found, and changed in the document. Pure. */
export { leafAt, thresholdsOf, withNumberAt } from './thresholds.ts';
export type { Threshold } from './thresholds.ts';
