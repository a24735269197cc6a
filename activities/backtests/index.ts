/** Evaluates a draft rule over the stored trips of a date range, in slices that can be resumed. */
export { createBacktests } from './activities.ts';
export { contextOf } from './context.ts';
export { scanTrips } from './scan.ts';
export type { ScannedPart } from './scan.ts';
