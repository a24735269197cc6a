/** Removes data after its retention, and erases drivers. */
export { createRetention } from './activities.ts';
export { createErasures } from './erasure.ts';
