/**
 * Determines the dates that a reconciliation run compares, whether missing trips are gone, and whether notifications are missing.
 */
export { SHORTEST_QUIET_MS, isUnusuallyQuiet, sameStretchBefore } from './notificationGap.ts';
export type { Stretch } from './notificationGap.ts';
export { areGone } from './gone.ts';
export { endedBefore, reconcileRange, serviceDay } from './range.ts';
export type { EarlierRuns, ReconcileRange } from './range.ts';
