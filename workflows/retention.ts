import { continueAsNew, proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ErasureInput, ErasureResult, RetentionInput, RetentionProgress } from './contracts/index.ts';
import { scheduleReleases } from './deliveries.ts';
import { BACKFILL, RETRIED_READ } from './profiles.ts';
import { inSlices } from './slices.ts';

const slow = proxyActivities<Activities>(BACKFILL);

/** Removes a fleet's data after its retention, in slices. The workflow handles only numbers of records. */
export async function retentionWorkflow({ fleet, removed }: RetentionInput): Promise<RetentionProgress> {
  const total: Record<string, number> = { ...removed };
  return inSlices({
    async slice() {
      const progress = await slow.advanceRetention({ fleet });
      for (const [what, count] of Object.entries(progress.removed)) total[what] = (total[what] ?? 0) + count;
      return progress.over ? { over: true, removed: total } : undefined;
    },
    continueAsNew: () => continueAsNew<typeof retentionWorkflow>({ fleet, removed: total }),
  });
}

const note = proxyActivities<Activities>(RETRIED_READ);

/** Time after which work that was running when the driver was marked as erased has written its data. */
const STRAGGLERS_WITHIN = '5 seconds';

/**
 * Removes all data about one driver, whose id is only in the store until the erasure is complete. A second pass removes data that
 * other work wrote during the first.
 */
export async function erasureWorkflow(input: ErasureInput): Promise<ErasureResult> {
  const opened = await note.openErasure(input);
  if (opened.state !== 'running') return { state: opened.state };
  await scheduleReleases(input.fleet, opened.releases);
  await slow.removeDriver(input);
  await sleep(STRAGGLERS_WITHIN);
  await slow.removeDriver(input);
  await note.closeErasure(input);
  return { state: 'done' };
}
