import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { QuietInput } from './contracts/index.ts';
import { PATIENT_READ } from './profiles.ts';

const { lookForQuiet } = proxyActivities<Activities>(PATIENT_READ);

/** Notifications are stored by workers: those that were just away first store what has come meanwhile. */
const LOOK_TWICE_AFTER = '5 minutes';

/** Notices that notifications have ceased. @returns whether the fleet is unusually quiet */
export async function quietWorkflow(input: QuietInput): Promise<boolean> {
  if (!(await lookForQuiet({ ...input, tell: false }))) return false;
  await sleep(LOOK_TWICE_AFTER);
  return lookForQuiet({ ...input, tell: true });
}
