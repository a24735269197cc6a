import { activityInfo } from '@temporalio/activity';

/** So long work is tried on other workers before a fleet that this one does not know counts as gone. */
const OTHERS_TRY_FOR_MS = 3_600_000;

/**
 * Whether the activity has been tried for so long that a fleet this worker does not know is gone. A worker knows what its
 * configuration held when it started: while a fleet is new, or one worker of several was left behind, others know better.
 */
export function isGoneEverywhere(now: Date): boolean {
  return now.getTime() - activityInfo().scheduledTimestampMs >= OTHERS_TRY_FOR_MS;
}
