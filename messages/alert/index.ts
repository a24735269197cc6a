/** An alert, an alarm or a summary of alerts as a message card. */
export { alarmMessage } from './alarm.ts';
export { alertCard } from './card.ts';
export { roundupCard } from './roundup.ts';
export type { RoundupItem, RoundupMessage } from './roundup.ts';
export { webhookMessage } from './webhook.ts';
