/** Selects the message and the channel of a delivery; attaches pictures and updates sent messages. */
export { createAlarmMessages } from './alarms.ts';
export { createMessengers } from './sendByChannel.ts';
export { composeDelivery } from './compose.ts';
export { createReleases, release } from './releaseHeld.ts';
export { createRefreshers } from './updateMessages.ts';
