/** Input of the workflow that sends one message about an alarm. */
export interface AlarmMessageInput {
  readonly fleet: string;
  readonly alarmMessageId: string;
}

/** Returns the workflow id of one message about an alarm. */
export function alarmMessageWorkflowId({ fleet, alarmMessageId }: AlarmMessageInput): string {
  return `alarm:${fleet}:${alarmMessageId}`;
}
