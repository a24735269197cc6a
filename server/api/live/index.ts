/** Stream of live events: the changes in a fleet as they happen. */
export { liveRoutes } from './events.ts';
