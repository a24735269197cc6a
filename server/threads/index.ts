/** Work that would hold the event loop, on threads: large JSON, pictures, long pages. */
export { hasMoreValues, isLightJson, whereJsonBreaks } from './jsonText.ts';
export { readNotification, withText } from './notification.ts';
export type { ReadNotification } from './notification.ts';
export { THREADS, TaskEndedError, ThreadsBusyError } from './pool.ts';
export type { ThreadLimits, Threads } from './pool.ts';
export { drawnTrip } from './tripPictures.ts';
