import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { GATHER } from '../workflows/profiles.ts';

const { gatherDigestDrivers, composeDigest } = proxyActivities<Activities>(GATHER);

/** The part of a digest's workflow that grows with the fleet: both ranges are gathered, then the content is put together. */
export async function digestBenchWorkflow(input: {
  readonly fleet: string;
  readonly runId: string;
}): Promise<object> {
  const now = await gatherDigestDrivers({ ...input, range: 'now' });
  const before = await gatherDigestDrivers({ ...input, range: 'before' });
  return { now, before, ...(await composeDigest(input)) };
}
