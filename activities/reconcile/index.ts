/** Compares the stored trips with the service's lists and recovers what was missed. */
export { listDrivers } from './driverList.ts';
export { askForUnmet, settleGone } from './gone.ts';
export { createReconcilePace, lanesFor } from './pace.ts';
export type { ReconcileWork } from './pace.ts';
export { createQuietWatch } from './quietFleet.ts';
export { createReconciling } from './reconcile.ts';
export { rereadTrips } from './reread.ts';
export { isDueAgain } from './scores.ts';
export { sideBySide } from './sideBySide.ts';
export { problemOfUnread } from './unread.ts';
