/** Controls the simulator for tests and the sandbox, and sends its webhooks. */
export { Driving, WishError } from './driving.ts';
export type { DrivenTrip, TripWish } from './driving.ts';
export type { Rescoring, Simulator, TripIds } from './handle.ts';
export { Notifier } from './notifier.ts';
export { OwnDays } from './ownDays.ts';
export { controlRouter } from './routes.ts';
export { STREAK_ROOM_MS, Showcase } from './showcase.ts';
export { DOCUMENTED_SCHEDULE, WebhookSender } from './webhooks.ts';
export type { RetrySchedule } from './webhooks.ts';
