/** A period of time, `from` excluded, `to` included. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 86_400_000;
/** The number of earlier weeks for the comparison. */
const WEEKS = 4;
/** The shortest gap that is considered unusual, because the service itself retries for minutes. */
export const SHORTEST_QUIET_MS = 30 * MINUTE_MS;
/** The number of earlier weeks with history that a comparison needs. */
const WEEKS_NEEDED = 2;
/** Notifications that the median of the earlier weeks must have, so that a gap is unusual. */
const USUALLY_AT_LEAST = 10;
/**
 * Minimum number in the week with the second fewest. It ignores one exceptional week, so that a holiday makes no silence
 * normal.
 */
const SELDOM_FEWER_THAN = 3;

/**
 * Returns the same period, hour of the week by hour of the week, in the earlier weeks that the fleet's history covers, the
 * latest first. A gap of more than a week is compared with periods that end before it.
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
 * Returns whether a gap without notifications is much longer than usual for this fleet at this hour of the week.
 * @param counts the number of notifications in the same period of each earlier week, as `sameStretchBefore` names them
 */
export function isUnusuallyQuiet(quietMs: number, counts: readonly number[]): boolean {
  if (quietMs < SHORTEST_QUIET_MS || counts.length < WEEKS_NEEDED) return false;
  const sorted = counts.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]!;
  const few = sorted.length > WEEKS_NEEDED ? sorted[1]! : sorted[0]!;
  return middle >= USUALLY_AT_LEAST && few >= SELDOM_FEWER_THAN;
}
