import { addDays, firstInstantFrom } from '../../rules/time/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Backfill } from '../../store/backfill/index.ts';

/** Range of a backfill as UTC dates, because the service uses UTC dates, and the test whether a trip belongs to it. */
export interface BackfillRange {
  /** First UTC date of the range, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** Last UTC date of the range, included. */
  readonly endDate: string;
  /**
   * Returns whether a trip belongs to the range, by its start, or by its end if it has no start. A trip with neither belongs to
   * it.
   */
  readonly includes: (trip: Pick<Trip, 'startTime' | 'endTime'>) => boolean;
}

/** Returns the range of a backfill as UTC dates. The backfill's own dates are calendar days in its time zone. */
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
