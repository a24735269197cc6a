import { continueAsNew, proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ErasureInput, ErasureResult, RetentionInput, RetentionProgress } from './contracts/index.ts';
import { scheduleReleases } from './deliveries.ts';
import { BACKFILL, RETRIED_READ } from './profiles.ts';
import { inSlices } from './slices.ts';

const slow = proxyActivities<Activities>(BACKFILL);

/** Removes what a fleet kept long enough, slice by slice. Nothing but counts passes through here. */
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

/** What was under way when the driver was noted as erased has written what it had to by then. */
const STRAGGLERS_WITHIN = '5 seconds';

/**
 * Removes everything kept about one driver. Whom it is about stands in the store until it is over, never here; what was
 * written meanwhile is removed by a second pass.
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
