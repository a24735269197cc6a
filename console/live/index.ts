/** Live events of a fleet: one stream for each browser, and the queries that events make stale. */
export { useLive } from './useLive.ts';
export type { Connection } from './stream.ts';
