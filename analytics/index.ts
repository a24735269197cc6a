/** The analytics service's API: the client, response schemas and the one normaliser. Imports npm, and types of rules. */
export { refusedSegment } from './address.ts';
export { createAnalyticsClient } from './client.ts';
export type { AnalyticsClient, AnalyticsClientOptions, Pages } from './client.ts';
export { isLoopback, isPlainTextService } from './loopback.ts';
export { networkCode, neverSent } from './networkFailure.ts';
export { normaliseDriver, normaliseFleet, normaliseTrip } from './normalise.ts';
export type { Failure, Outcome } from './outcome.ts';
export { normaliseDriversPage, normaliseSessionsPage, normaliseTripsPage } from './pages.ts';
export type { DriversQuery } from './queries.ts';
export { retryAfterMs } from './retryAfter.ts';
export { createDataScrub, createScrub } from './scrub.ts';
export type { CallReport } from './transport.ts';
