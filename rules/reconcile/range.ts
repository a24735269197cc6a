/** What is known of the runs before. */
import type { Trip } from '../vocabulary/index.ts';

/** What is known of the runs before. */
export interface EarlierRuns {
  /** When the last one that came to its end began; undefined: there was none. */
  readonly lastStartedAt?: Date;
  /** The same of the last one over the long range. */
  readonly lastWideStartedAt?: Date;
}

/** Dates to compare, `YYYY-MM-DD`, UTC, both included. */
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
/** After the last wide run began; a little less than a day, so that an hourly run does not slip by an hour each day. */
const WIDE_AGAIN_MS = DAY_MS - 30 * 60_000;
/** No run is longer, however long ago the last one was. */
const LONGEST_DAYS = 60;

/**
 * The dates the next run goes through. Ranges overlap, and reach back to the last run that came to its end: whatever was
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

/** Instants of a trip that determine its day. */
type TripTimes = Pick<Trip, 'startTime' | 'endTime'>;

/** The UTC date a trip counts for: the one it began on, as the service counts; `otherwise` when it says no time at all. */
export function serviceDay({ startTime, endTime }: TripTimes, otherwise: string): string {
  for (const text of [startTime, endTime]) {
    const millis = Date.parse(text ?? '');
    if (!Number.isNaN(millis)) return new Date(millis).toISOString().slice(0, 10);
  }
  return otherwise;
}

/** Whether a trip was over before an instant. One that says no time was not. */
export function endedBefore({ startTime, endTime }: TripTimes, instant: Date): boolean {
  const millis = Date.parse(endTime ?? startTime ?? '');
  return !Number.isNaN(millis) && millis < instant.getTime();
}

/** So few that are not found any more are simply gone. */
const FEW = 10;
/** And so small a share of what the service had. */
const SMALL_SHARE = 0.05;
/** More of them may be a mishap of the service, or another fleet's key: they are gone when that lasts. */
const LASTING_MS = 24 * 3_600_000;

/**
 * Whether trips that the service says it has not are to be taken as gone.
 * @param since when the first of them was not found; `known` how many the service listed in the range
 */
export function areGone(
  missing: { readonly count: number; readonly known: number; readonly since: Date },
  now: Date,
): boolean {
  if (missing.count <= Math.max(FEW, missing.known * SMALL_SHARE)) return true;
  return now.getTime() - missing.since.getTime() >= LASTING_MS;
}
