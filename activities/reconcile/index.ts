/** Compares the stored trips with the service's lists, and recovers missing trips. */
export { createReconciling, listDrivers } from './activities.ts';
export { createConcurrency, lanesFor, sideBySide } from './concurrency.ts';
export type { ReconcileWork } from './concurrency.ts';
export { askForUnmet, problemOfUnread, markGoneTrips } from './markGone.ts';
export { createNotificationGapCheck } from './notificationGap.ts';
export { isDueAgain, rereadTrips } from './rescored.ts';
