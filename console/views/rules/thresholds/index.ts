/** The numbers of a rule that a back-test can vary: found, changed in the document, and described in a sentence. Pure. */
export { leafAt, thresholdsOf, withNumberAt } from './thresholds.ts';
export type { Threshold } from './thresholds.ts';
export { readingOf, todayOf } from './reading.ts';
