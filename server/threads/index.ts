/** Work that would hold the event loop, on threads: large JSON, pictures, long pages. */
export { hasMoreValues, isLightJson, whereJsonBreaks } from './jsonText.ts';
export { readNotification } from './notification.ts';
export type { ReadNotification } from './thread.ts';
export { THREADS, TaskEndedError, ThreadsBusyError } from './threads.ts';
export type { ThreadLimits, Threads } from './threads.ts';
export { drawnTrip } from './tripPictures.ts';
