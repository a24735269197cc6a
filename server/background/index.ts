/** What runs beside requests: the dispatcher of Temporal requests and the pollers. */
export { nameOf } from './repeatedLook.ts';
export type { PollingLoop } from './repeatedLook.ts';
export type { RequestDispatcher } from './requestDispatcher.ts';
export { createStaleAlarmPolling } from './staleAlarmLook.ts';
export { createStrandedPolling } from './strandedLook.ts';
export { createTemporalRequests, registerRequestMetrics } from './temporalRequests.ts';
