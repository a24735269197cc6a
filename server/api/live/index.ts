/** The stream of live events: what changes in a fleet while someone watches. */
export { liveRoutes } from './events.ts';
