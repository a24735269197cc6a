/** What runs beside requests: the dispatcher of Temporal requests and the pollers. */
export { nameOf } from './repeatedLook.ts';
export type { RepeatedLook } from './repeatedLook.ts';
export type { RequestDispatcher } from './requestDispatcher.ts';
export { createStaleAlarmLook } from './staleAlarmLook.ts';
export { createStrandedLook } from './strandedLook.ts';
export { createTemporalRequests, registerRequestMetrics } from './temporalRequests.ts';
