/** Sends each delivery over its channel, with the message for its kind. Releases held alerts, and updates sent messages. */
export { createAlarmMessages } from './alarms.ts';
export { createMessengers } from './sendByChannel.ts';
export { composeDelivery } from './compose.ts';
export { createReleases, release } from './releaseHeld.ts';
export { createRefreshers } from './updateMessages.ts';
