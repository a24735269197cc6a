import { addDays, firstInstantFrom } from '../../rules/time/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Backfill } from '../../store/backfill/index.ts';

/** A backfill's days as UTC dates, because the service uses UTC dates, and the test for their trips. */
export interface BackfillRange {
  /** The first UTC date of the days, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** The last UTC date, included. */
  readonly endDate: string;
  /**
   * Returns whether a trip of these dates belongs to the days, by its start, or its end without a start. Trips with neither do.
   */
  readonly includes: (trip: Pick<Trip, 'startTime' | 'endTime'>) => boolean;
}

/** Returns the range of a backfill. Its days are those of its time zone. */
export function rangeOf({
  fromDate,
  toDate,
  timezone,
}: Pick<Backfill, 'fromDate' | 'toDate' | 'timezone'>): BackfillRange {
  const midnight = (date: string): number => firstInstantFrom({ date, minutes: 0 }, timezone).getTime();
  const from = midnight(fromDate);
  const until = midnight(addDays(toDate, 1));
  return {
    startDate: new Date(from).toISOString().slice(0, 10),
    endDate: new Date(until - 1).toISOString().slice(0, 10),
    includes: ({ startTime, endTime }) => {
      const at = Date.parse(startTime ?? endTime ?? '');
      return Number.isNaN(at) || (at >= from && at < until);
    },
  };
}
