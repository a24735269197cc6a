/** How the sender repeats a delivery. Seconds are simulated. */
export interface RetrySchedule {
  readonly firstSeconds: number;
  /** Each pause is that many times the last; the interface does not say, 2 is assumed. */
  readonly factor: number;
  readonly longestSeconds: number;
  /** Counted from the first retry. */
  readonly giveUpAfterSeconds: number;
}

/** Interface section 6: from 2 minutes, exponentially, at most 15 minutes, until 1 day after the first retry. */
export const DOCUMENTED_SCHEDULE: RetrySchedule = {
  firstSeconds: 120,
  factor: 2,
  longestSeconds: 900,
  giveUpAfterSeconds: 86_400,
};

/**
 * The pause before a retry, seconds.
 * @param retry 1 for the first
 */
export function pauseBefore(retry: number, schedule: RetrySchedule): number {
  return Math.min(schedule.longestSeconds, schedule.firstSeconds * schedule.factor ** (retry - 1));
}
