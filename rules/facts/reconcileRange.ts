/** What is known of the walks before. */
export interface EarlierRuns {
  /** When the last one that came to its end began; undefined: there was none. */
  readonly lastStartedAt?: Date;
  /** The same of the last one over the long range. */
  readonly lastWideStartedAt?: Date;
}

/** Dates to walk, `YYYY-MM-DD`, UTC, both included. */
export interface ReconcileRange {
  readonly fromDate: string;
  readonly toDate: string;
  readonly isWide: boolean;
}

const DAY_MS = 86_400_000;
/** Walked each time: a trip of yesterday evening, and one that lasted over midnight. */
const NARROW_DAYS = 3;
/** Walked once a day: phones upload trips days after they were driven. */
const WIDE_DAYS = 14;
/** After the last wide walk began; a little less than a day, so that an hourly walk does not slip by an hour each day. */
const WIDE_AGAIN_MS = DAY_MS - 30 * 60_000;
/** However long nobody looked, no walk is longer. */
const LONGEST_DAYS = 60;

/**
 * The dates the next walk goes through. Ranges overlap, and reach back to the last walk that came to its end: whatever was
 * away in between, no date is left out that lies within sixty days.
 */
export function reconcileRange(now: Date, before: EarlierRuns): ReconcileRange {
  const { lastStartedAt, lastWideStartedAt } = before;
  const isWide =
    lastWideStartedAt === undefined || now.getTime() - lastWideStartedAt.getTime() >= WIDE_AGAIN_MS;
  const sinceLast = lastStartedAt === undefined ? 0 : wholeDays(lastStartedAt, now);
  const days = Math.min((isWide ? WIDE_DAYS : NARROW_DAYS) + sinceLast, LONGEST_DAYS);
  return {
    fromDate: dateOf(now.getTime() - (days - 1) * DAY_MS),
    toDate: dateOf(now.getTime()),
    isWide,
  };
}

function wholeDays(from: Date, to: Date): number {
  return Math.max(0, Math.floor(to.getTime() / DAY_MS) - Math.floor(from.getTime() / DAY_MS));
}

function dateOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
