/** Work that would hold the event loop, on threads: large JSON, pictures, long pages. */
export { hasMoreValues, isLightJson, whereJsonBreaks } from './jsonText.ts';
export { readNotification } from './notification.ts';
export { THREADS, TaskEndedError, ThreadsBusyError } from './pool.ts';
export type { ThreadLimits, Threads } from './pool.ts';
export type { ReadNotification } from './tasks.ts';
export { drawnTrip } from './tripPictures.ts';
