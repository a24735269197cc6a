import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { RetentionInput, RetentionProgress } from './contracts/index.ts';
import { BACKFILL } from './profiles.ts';

const slow = proxyActivities<Activities>(BACKFILL);

/** A history of so many slices is long enough; what is done is gone. */
const SLICES_A_RUN = 200;

/** Removes what a fleet kept long enough, slice by slice. Nothing but counts passes through here. */
export async function retentionWorkflow({ fleet, removed }: RetentionInput): Promise<RetentionProgress> {
  const total: Record<string, number> = { ...removed };
  for (let slice = 0; slice < SLICES_A_RUN; slice += 1) {
    const progress = await slow.advanceRetention({ fleet });
    for (const [what, count] of Object.entries(progress.removed)) total[what] = (total[what] ?? 0) + count;
    if (progress.over) return { over: true, removed: total };
  }
  return continueAsNew<typeof retentionWorkflow>({ fleet, removed: total });
}
