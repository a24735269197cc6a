/** Fetches a fleet's past trips from the service, and decides about them with the published rules when alerts are requested. */
export { createBackfills } from './activities.ts';
export { rangeOf } from './range.ts';
