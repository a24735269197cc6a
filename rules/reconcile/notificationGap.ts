/** A stretch of time, `from` excluded, `to` included. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 86_400_000;
/** How many weeks before are compared with. */
const WEEKS = 4;
/** Shorter than this is never quiet: the service itself tries again for minutes. */
export const SHORTEST_QUIET_MS = 30 * MINUTE_MS;
/** A fleet that is known for less has no usual yet. */
const WEEKS_NEEDED = 2;
/** So many would have come in the middle one of those weeks. */
const USUALLY_AT_LEAST = 10;
/** And so many in the week with the second fewest: a holiday in one week makes no silence normal, nor the other way about. */
const SELDOM_FEWER_THAN = 3;

/**
 * The same stretch, hour of the week by hour of the week, in the weeks before: those a fleet's history holds whole, the
 * latest first. A quiet of more than a week is compared with stretches that lie wholly before it.
 * @param historyFrom since when notifications are stored
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
 * Whether so long without a notification is much longer than this fleet's usual at this hour of the week.
 * @param counts how many came in the same stretch of each week before, as `sameStretchBefore` names them
 */
export function isUnusuallyQuiet(quietMs: number, counts: readonly number[]): boolean {
  if (quietMs < SHORTEST_QUIET_MS || counts.length < WEEKS_NEEDED) return false;
  const sorted = counts.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]!;
  const few = sorted.length > WEEKS_NEEDED ? sorted[1]! : sorted[0]!;
  return middle >= USUALLY_AT_LEAST && few >= SELDOM_FEWER_THAN;
}
