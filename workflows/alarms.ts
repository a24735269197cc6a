import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { AlarmMessageInput } from './contracts/index.ts';
import { deliver } from './deliveries.ts';
import { RETRIED_READ } from './profiles.ts';

const { dueAlarmDeliveries } = proxyActivities<Activities>(RETRIED_READ);

/** Sends a message about a fleet's alarm (open or resolved) to all recipients of alarms. */
export async function alarmMessageWorkflow(input: AlarmMessageInput): Promise<void> {
  await deliver(input.fleet, await dueAlarmDeliveries(input));
}
