import { zonedClock } from './zonedTime.ts';

/**
 * The step within which date and hour do not change in any zone, because all offsets from UTC are whole quarters of an hour.
 */
const QUARTER_MILLIS = 15 * 60_000;
const KEPT = 100_000;

/** Date and hour in a time zone. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** 0 to 23. */
  readonly hour: number;
}

/**
 * Creates a clock of an IANA time zone with a cache, because converting each of 100,000 trips would take longer than
 * evaluating them.
 * @throws RangeError for an unknown zone
 */
export function localClockOf(timezone: string): (millis: number) => LocalTime {
  // An unknown zone is an error here, and not at the first trip.
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
