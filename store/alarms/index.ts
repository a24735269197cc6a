/** Alarms, raised and resolved, and their messages. */
export {
  ALARM_KINDS,
  alarmOfRequest,
  awaitedReceivers,
  resolveAlarm,
  resolveAlarms,
  getAlarm,
  listAlarmPage,
  listAlarms,
  raiseAlarm,
  seeAlarm,
  openAlarm,
  unseenAlarms,
} from './alarms.ts';
export type { Alarm, AlarmKey, OpenAlarm } from './alarms.ts';
export { getChannelTest, planChannelTest, testMessagesAmong } from './channelTest.ts';
export { CHANNEL_TEST, getAlarmMessage, pendingAlarmDeliveries, planAlarmMessage } from './messages.ts';
export type { AlarmReceiver } from './messages.ts';
