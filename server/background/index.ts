/** What runs beside requests: the dispatcher of Temporal requests and the pollers. */
export { createStrandedPolling } from './orphanedWorkPoller.ts';
export { nameOf } from './poller.ts';
export type { PollingLoop } from './poller.ts';
export type { RequestDispatcher } from './requestDispatcher.ts';
export { createStaleAlarmPolling } from './staleAlarmPoller.ts';
export { createTemporalRequests, registerRequestMetrics } from './temporalRequests.ts';
