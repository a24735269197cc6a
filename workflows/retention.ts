import { continueAsNew, proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ErasureInput, ErasureResult, RetentionInput, RetentionProgress } from './contracts/index.ts';
import { scheduleReleases } from './deliveries.ts';
import { BACKFILL, RETRIED_READ } from './profiles.ts';
import { inSlices } from './slices.ts';

const slow = proxyActivities<Activities>(BACKFILL);

/** Removes data after a fleet's retention period, slice by slice. Only numbers of records pass through the workflow. */
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

/** Time within which work that was running when the driver was marked as erased has written its data. */
const STRAGGLERS_WITHIN = '5 seconds';

/**
 * Removes all data about one driver, whose id is only in the store until the erasure is complete. A second pass removes data
 * that was written meanwhile.
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
