/** Work that would block the event loop, in worker threads: large JSON, pictures, long pages. */
export { hasMoreValues, isLightJson } from './jsonWeight.ts';
export { THREADS, TaskEndedError, ThreadsBusyError } from './pool.ts';
export type { ThreadLimits, Threads } from './pool.ts';
export { drawnTrip } from './tripPictures.ts';
