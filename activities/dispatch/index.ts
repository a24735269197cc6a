/** Picks the message and the channel of a delivery; attaches pictures and updates messages that were sent. */
export { createAlarmMessages } from './alarmMessage.ts';
export { createMessengers } from './deliver.ts';
export { createRefreshers } from './messageRefresh.ts';
export { composeDelivery } from './roundupMessage.ts';
