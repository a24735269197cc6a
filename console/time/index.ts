/** Times as people read them: in the fleet's zone, and as distances from now. */
export { daysBefore } from './dates.ts';
export { useNow } from './now.ts';
export { instantOf } from './zoned.ts';
export { createTimes } from './times.ts';
export type { Times } from './times.ts';
