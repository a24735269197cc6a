import { defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { DIGEST_SYNC_SIGNAL } from './contract.ts';
import type { DigestSyncInput } from './contract.ts';
import { PATIENT_READ } from './profiles.ts';

const { syncDigestSchedules } = proxyActivities<Activities>(PATIENT_READ);
const digestsChanged = defineSignal(DIGEST_SYNC_SIGNAL);

/** Makes the schedules of a fleet's digests what their documents say, once more when one changes meanwhile. */
export async function digestSyncWorkflow(input: DigestSyncInput): Promise<void> {
  let told = 0;
  setHandler(digestsChanged, () => void (told += 1));
  for (let heard = -1; heard < told;) {
    heard = told;
    await syncDigestSchedules(input);
  }
}
