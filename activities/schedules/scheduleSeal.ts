import type { ScheduleDescription } from '@temporalio/client';
import type { ActivityDependencies } from '../connections/index.ts';

/** Whether what a schedule hands to its workflows is encrypted as it would be now: with the newest key, or not at all. */
export function isSealedAsNew(
  found: ScheduleDescription,
  deps: Pick<ActivityDependencies, 'isSealedAsNew'>,
): boolean {
  return deps.isSealedAsNew(found.raw.schedule?.action?.startWorkflow?.input?.payloads ?? []);
}
