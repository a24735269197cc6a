/** A period of time. `from` is excluded, `to` is included. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 86_400_000;
/** Number of earlier weeks with which a gap is compared. */
const WEEKS = 4;
/**
 * The shortest gap without notifications that is considered unusual. Shorter gaps are normal, because the service retries for
 * minutes.
 */
export const SHORTEST_QUIET_MS = 30 * MINUTE_MS;
/** Minimum number of earlier weeks with history for a comparison. */
const WEEKS_NEEDED = 2;
/** Minimum median of notifications in the same period of earlier weeks. With fewer, a gap is not unusual. */
const USUALLY_AT_LEAST = 10;
/**
 * Minimum number of notifications in the week with the second fewest. The week with the fewest is ignored, so that one holiday
 * does not make a gap look normal.
 */
const SELDOM_FEWER_THAN = 3;

/**
 * Returns the same period in earlier weeks, at the same hours of the week, latest first. Only weeks that the fleet's history
 * covers are returned. A gap of more than a week is compared with periods that end before the gap.
 * @param historyFrom the time since which notifications are stored
 */
export function sameStretchBefore(quiet: Stretch, historyFrom: Date): readonly Stretch[] {
  const length = quiet.to.getTime() - quiet.from.getTime();
  const step = Math.max(1, Math.ceil(length / WEEK_MS)) * WEEK_MS;
  return Array.from({ length: WEEKS }, (_each, index) => ({
    from: new Date(quiet.from.getTime() - (index + 1) * step),
    to: new Date(quiet.to.getTime() - (index + 1) * step),
  })).filter(({ from }) => from >= historyFrom);
}

/**
 * Returns whether a gap without notifications is unusual for this fleet at these hours of the week.
 * @param counts numbers of notifications in the periods that `sameStretchBefore` returned
 */
export function isUnusuallyQuiet(quietMs: number, counts: readonly number[]): boolean {
  if (quietMs < SHORTEST_QUIET_MS || counts.length < WEEKS_NEEDED) return false;
  const sorted = counts.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]!;
  const few = sorted.length > WEEKS_NEEDED ? sorted[1]! : sorted[0]!;
  return middle >= USUALLY_AT_LEAST && few >= SELDOM_FEWER_THAN;
}
