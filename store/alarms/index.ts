/** Alarms, raised and resolved, and their messages. */
export {
  ALARM_KINDS,
  alarmOfRequest,
  awaitedReceivers,
  clearAlarm,
  clearAlarms,
  getAlarm,
  listAlarms,
  raiseAlarm,
  seeAlarm,
  standingAlarm,
  unseenAlarms,
} from './alarms.ts';
export type { Alarm, AlarmKey, StandingAlarm } from './alarms.ts';
export { getAlarmMessage, pendingAlarmDeliveries, planAlarmMessage } from './messages.ts';
export type { AlarmReceiver } from './messages.ts';
