/** Background work of the server: the dispatcher of Temporal requests, pollers, and the feed of live events. */
export { LIVE_EVENTS_KEPT_MS, MOST_LIVE_EVENTS, createLiveFeed } from './liveFeed.ts';
export type { LiveBatch, LiveFeed, LiveListener, Seen } from './liveFeed.ts';
export { createStrandedPolling } from './strandedPolling.ts';
export { nameOf } from './poller.ts';
export type { PollingLoop } from './poller.ts';
export type { RequestDispatcher } from './requestDispatcher.ts';
export { createStaleAlarmPolling } from './staleAlarmPoller.ts';
export { createTemporalRequests, registerRequestMetrics } from './temporalRequests.ts';
