/** Fetches a driver's history from the service and decides it with today's rules. */
export { createBackfills } from './activities.ts';
export { rangeOf } from './range.ts';
