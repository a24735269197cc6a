/** Which dates a reconciliation run compares, and when a missing trip counts as gone. */
export { SHORTEST_QUIET_MS, isUnusuallyQuiet, sameStretchBefore } from './notificationGap.ts';
export type { Stretch } from './notificationGap.ts';
export { areGone, endedBefore, reconcileRange, serviceDay } from './range.ts';
export type { EarlierRuns, ReconcileRange } from './range.ts';
