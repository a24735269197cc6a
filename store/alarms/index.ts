/** Alarms, raised and resolved, and their messages. */
export {
  ALARM_KINDS,
  alarmOfRequest,
  clearAlarm,
  clearAlarms,
  getAlarm,
  listAlarms,
  raiseAlarm,
  seeAlarm,
  standingAlarm,
} from './alarms.ts';
export type { Alarm, AlarmKey } from './alarms.ts';
export { getAlarmMessage, pendingAlarmDeliveries, planAlarmMessage } from './messages.ts';
export type { AlarmReceiver } from './messages.ts';
export { awaitedReceivers, unseenAlarms } from './staleAlarms.ts';
export type { StandingAlarm } from './staleAlarms.ts';
