/** Live events: the changes since a snapshot of the database. */
export { currentSnapshot, liveEventsBetween, removeLiveEvents } from './events.ts';
export type { LiveEvent } from './events.ts';
