/** Reads the body of a notification. Worker threads read large ones with it. */
export { readNotification, withText } from './notification.ts';
export type { ReadNotification } from './notification.ts';
