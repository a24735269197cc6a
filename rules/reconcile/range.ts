/** The dates of a reconciliation run, and the decision that missing trips are gone. */
import type { Trip } from '../vocabulary/index.ts';

/** The times of the earlier runs. */
export interface EarlierRuns {
  /** The start of the last run that completed; undefined: there was none. */
  readonly lastStartedAt?: Date;
  /** The start of the last completed run over the long range. */
  readonly lastWideStartedAt?: Date;
}

/** Dates to compare, `YYYY-MM-DD`, UTC, both included. */
export interface ReconcileRange {
  readonly fromDate: string;
  readonly toDate: string;
  readonly isWide: boolean;
}

const DAY_MS = 86_400_000;
/** Days of every run: they include a trip of yesterday evening, and one that lasted over midnight. */
const NARROW_DAYS = 3;
/** Days of the daily run over the long range, because phones upload trips days after they were driven. */
const WIDE_DAYS = 14;
/**
 * Time between the starts of two wide runs. It is a little less than a day, so that an hourly schedule does not slip by an hour
 * each day.
 */
const WIDE_AGAIN_MS = DAY_MS - 30 * 60_000;
/** Maximum number of days of a run, however long ago the last one was. */
const LONGEST_DAYS = 60;

/**
 * Returns the dates of the next run. Ranges overlap and extend back to the last completed run, so that every date within sixty
 * days is compared even after an outage.
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

/** Returns the UTC date of a trip in the service's lists: the date on which it began; `otherwise` for a trip without times. */
export function serviceDay({ startTime, endTime }: TripTimes, otherwise: string): string {
  for (const text of [startTime, endTime]) {
    const millis = Date.parse(text ?? '');
    if (!Number.isNaN(millis)) return new Date(millis).toISOString().slice(0, 10);
  }
  return otherwise;
}

/** Returns whether a trip ended before an instant; false for a trip without times. */
export function endedBefore({ startTime, endTime }: TripTimes, instant: Date): boolean {
  const millis = Date.parse(endTime ?? startTime ?? '');
  return !Number.isNaN(millis) && millis < instant.getTime();
}
