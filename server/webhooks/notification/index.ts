/** Reads the body of a notification. Large bodies are read by the same code in worker threads. */
export { readNotification, withText } from './notification.ts';
export type { ReadNotification } from './notification.ts';
