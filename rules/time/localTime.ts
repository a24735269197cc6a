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
 * Creates a clock of an IANA time zone with a cache, because using Intl for each of 100,000 trips would take longer than
 * evaluating them.
 * @throws RangeError for an unknown zone
 */
export function localClockOf(timezone: string): (millis: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  const seen = new Map<number, LocalTime>();
  return (millis) => {
    const quarter = Math.floor(millis / QUARTER_MILLIS);
    const known = seen.get(quarter);
    if (known) return known;
    const parts = Object.fromEntries(
      format.formatToParts(quarter * QUARTER_MILLIS).map(({ type, value }) => [type, value]),
    );
    const shown = {
      date: `${parts['year']}-${parts['month']}-${parts['day']}`,
      hour: Number(parts['hour']),
    };
    if (seen.size >= KEPT) seen.clear();
    seen.set(quarter, shown);
    return shown;
  };
}
