/**
 * Client of the analytics service: requests with their retries and pauses, response schemas, and the normaliser for all data.
 * Imports only npm packages, and types of rules.
 */
export { isLoopback, isPlainTextService, refusedSegment } from './address.ts';
export { createAnalyticsClient } from './client.ts';
export type { AnalyticsClient, AnalyticsClientOptions, Pages } from './client.ts';
export { normaliseDriver, normaliseFleet, normaliseTrip } from './normalise.ts';
export type { Failure, Outcome } from './outcome.ts';
export { normaliseDriversPage, normaliseSessionsPage, normaliseTripsPage } from './pages.ts';
export type { DriversQuery } from './queries.ts';
export { createDataScrub, createScrub, retryAfterMs } from './response.ts';
export { networkCode, neverSent } from './transport.ts';
export type { CallReport } from './transport.ts';
