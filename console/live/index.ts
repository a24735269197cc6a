/** Live events of a fleet: one stream a browser, and the queries that they make old. */
export { useLive } from './useLive.ts';
export type { Connection } from './stream.ts';
