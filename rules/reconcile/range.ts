/** Determines the dates of a reconciliation run. */
import type { Trip } from '../vocabulary/index.ts';

/** Start times of earlier reconciliation runs. */
export interface EarlierRuns {
  /** Start of the last completed run. Undefined: there was none. */
  readonly lastStartedAt?: Date;
  /** Start of the last completed wide run (over the long range of days). */
  readonly lastWideStartedAt?: Date;
}

/** UTC dates to compare, `YYYY-MM-DD`, both included. */
export interface ReconcileRange {
  readonly fromDate: string;
  readonly toDate: string;
  readonly isWide: boolean;
}

const DAY_MS = 86_400_000;
/** Days that every run compares. They include trips of yesterday evening and trips that lasted over midnight. */
const NARROW_DAYS = 3;
/** Days that a wide run compares once a day, because phones upload trips days after they were driven. */
const WIDE_DAYS = 14;
/**
 * Time between the starts of two wide runs. It is less than a day, so that with an hourly schedule the run does not start an hour
 * later each day.
 */
const WIDE_AGAIN_MS = DAY_MS - 30 * 60_000;
/** Maximum number of days of a run, even if the last run was longer ago. */
const LONGEST_DAYS = 60;

/**
 * Returns the dates of the next run. Ranges overlap and extend back to the last completed run, so that no date of the last 60
 * days is missed after an outage.
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

/** The times of a trip that determine its date. */
type TripTimes = Pick<Trip, 'startTime' | 'endTime'>;

/**
 * Returns the UTC date under which the service lists a trip: the date of its start, or of its end if the start is unknown.
 * Returns `otherwise` for a trip without times.
 */
export function serviceDay({ startTime, endTime }: TripTimes, otherwise: string): string {
  for (const text of [startTime, endTime]) {
    const millis = Date.parse(text ?? '');
    if (!Number.isNaN(millis)) return new Date(millis).toISOString().slice(0, 10);
  }
  return otherwise;
}

/** Returns whether a trip ended before an instant. Returns false for a trip without times. */
export function endedBefore({ startTime, endTime }: TripTimes, instant: Date): boolean {
  const millis = Date.parse(endTime ?? startTime ?? '');
  return !Number.isNaN(millis) && millis < instant.getTime();
}
