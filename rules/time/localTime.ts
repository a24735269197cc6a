import { zonedClock } from './zonedTime.ts';

/** A quarter of an hour, during which local date and hour are constant, because all UTC offsets are multiples of it. */
const QUARTER_MILLIS = 15 * 60_000;
const KEPT = 100_000;

/** Local date and hour in a time zone. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** 0 to 23. */
  readonly hour: number;
}

/**
 * Returns a function that converts instants to local time in an IANA time zone. Results are cached, because converting each of
 * 100,000 trips would take longer than evaluating them.
 * @throws RangeError if the time zone is unknown
 */
export function localClockOf(timezone: string): (millis: number) => LocalTime {
  // Called here so that an unknown time zone fails immediately, and not at the first trip.
  zonedClock(new Date(0), timezone);
  const seen = new Map<number, LocalTime>();
  return (millis) => {
    const quarter = Math.floor(millis / QUARTER_MILLIS);
    const known = seen.get(quarter);
    if (known) return known;
    const { date, minutes } = zonedClock(new Date(quarter * QUARTER_MILLIS), timezone);
    const shown = { date, hour: Math.floor(minutes / 60) };
    if (seen.size >= KEPT) seen.clear();
    seen.set(quarter, shown);
    return shown;
  };
}
