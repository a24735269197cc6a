/** Puts instants into words, in one zone and language. */
export interface Times {
  /** The zone as a reader knows it, e.g. `Europe/Berlin (CET)`. */
  readonly zone: string;
  /** `25 Nov, 14:05`; with the year unless it is the present one: `25 Nov 2025, 14:05`. */
  dateTime(iso: string): string;
  /** With the year, the seconds and the zone, for a tooltip. */
  exact(iso: string): string;
  /** `14:05`. */
  time(iso: string): string;
  /** `14:05:09`. */
  timeWithSeconds(iso: string): string;
  /** `25 Nov` of a calendar date without a zone, such as `2026-11-25`; with its year unless it is the present one. */
  day(date: string): string;
  /** `3 minutes ago`, `in 2 hours`. */
  relative(iso: string, now: Date): string;
  /** The calendar date of an instant in the zone, `2026-11-25`. */
  dateOf(at: Date): string;
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

const SHORT_DATE = { day: 'numeric', month: 'short' } as const;

/**
 * Creates the words for times in one zone and language.
 * @param zone IANA name of the fleet's zone
 * @param clock returns the present time, which decides the present year
 */
export function createTimes(locale: string, zone: string, clock: () => Date = () => new Date()): Times {
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  const short = format({ ...SHORT_DATE, hour: '2-digit', minute: '2-digit' });
  const shortOfYear = format({ ...SHORT_DATE, year: 'numeric', hour: '2-digit', minute: '2-digit' });
  const full = format({ dateStyle: 'full', timeStyle: 'long' });
  const time = format({ hour: '2-digit', minute: '2-digit' });
  const seconds = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...SHORT_DATE });
  const dayOfYear = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...SHORT_DATE, year: 'numeric' });
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const isThisYear = (of: string): boolean => of.slice(0, 4) === date.format(clock()).slice(0, 4);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const named = format({ timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  return {
    zone: named === undefined || named === zone ? zone : `${zone.replaceAll('_', ' ')} (${named})`,
    dateTime(iso) {
      const at = new Date(iso);
      return (isThisYear(date.format(at)) ? short : shortOfYear).format(at);
    },
    exact: (iso) => full.format(new Date(iso)),
    time: (iso) => time.format(new Date(iso)),
    timeWithSeconds: (iso) => seconds.format(new Date(iso)),
    day: (of) => (isThisYear(of) ? day : dayOfYear).format(new Date(`${of}T00:00:00Z`)),
    relative(iso, now) {
      const seconds = (Date.parse(iso) - now.getTime()) / 1000;
      // The largest unit with a value of at least one, after rounding in the next smaller unit.
      const at = UNITS.findIndex(([, size], index) => {
        const smaller = UNITS[index + 1]?.[1] ?? 1;
        return Math.round(Math.abs(seconds) / smaller) * smaller >= size;
      });
      const [unit, size] = UNITS[at] ?? ['second', 1];
      return relative.format(Math.round(seconds / size), unit);
    },
    dateOf: (at) => date.format(at),
  };
}
