/** Removes what is past its retention and erases drivers. */
export { createErasures } from './erasure.ts';
export { createRetention } from './retention.ts';
