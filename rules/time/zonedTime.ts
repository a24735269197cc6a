import { utcDate, WEEKDAYS } from './instant.ts';

/** Cached formatters, one per zone, because Intl creates them slowly. The limit is about the number of zones in the world. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();
const KEPT = 600;

const NOT_DIGITS = /\D+/;
const DAY_MILLIS = 86_400_000;

/** The date and time of day in a time zone. */
export interface ZonedClock {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Minutes since that date's midnight on the clock. */
  readonly minutes: number;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (FORMATS.size >= KEPT) FORMATS.clear();
  FORMATS.set(zone, format);
  return format;
}

/** Returns the wall clock at an instant, as if it were UTC, in epoch milliseconds of a whole second. */
function wallMillis(millis: number, zone: string): number {
  // The format is `MM/DD/YYYY, hh:mm:ss`; formatToParts would take three times as long.
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = formatOf(zone)
    .format(millis)
    .split(NOT_DIGITS)
    .map(Number);
  // Date.UTC reads the years 0 to 99 as years of the twentieth century.
  return new Date(Date.UTC(2000, 0, 1, hour, minute, second)).setUTCFullYear(year, month - 1, day);
}

/** Returns the offset of a zone from UTC at an instant, both in milliseconds. @throws RangeError for an unknown zone. */
export function offsetMillis(millis: number, zone: string): number {
  const whole = Math.floor(millis / 1000) * 1000;
  return wallMillis(whole, zone) - whole;
}

/**
 * Returns the date and time of day in an IANA time zone.
 * @throws RangeError for an unknown zone.
 */
export function zonedClock(at: Date, zone: string): ZonedClock {
  const wall = new Date(wallMillis(at.getTime(), zone));
  return {
    date: utcDate(wall.getTime()),
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
  };
}

/**
 * Returns the first instant at which a clock in an IANA time zone shows a date and time or a later one. A repeated time gives
 * its first occurrence, and a skipped time the end of the jump.
 * @throws RangeError for an unknown zone.
 */
export function firstInstantFrom({ date, minutes }: ZonedClock, zone: string): Date {
  const wall = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const offsets = [offsetMillis(wall - DAY_MILLIS, zone), offsetMillis(wall + DAY_MILLIS, zone)] as const;
  const shows = [...new Set(offsets)]
    .map((offset) => wall - offset)
    .filter((millis) => wallMillis(millis, zone) === wall);
  if (shows.length > 0) return new Date(Math.min(...shows));
  // The clock jumps between these two: it shows an earlier time before the jump, and a later one after it.
  let [after, before] = [wall - offsets[0], wall - offsets[1]];
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (wallMillis(middle, zone) < wall) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** Returns the minutes since midnight of a time of day such as `08:30`. */
export function minutesOfTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns the weekday of a calendar date. */
export function weekdayOf(date: string): (typeof WEEKDAYS)[number] {
  const fromSunday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return WEEKDAYS[(fromSunday + 6) % 7] ?? 'mon';
}

/** Returns the calendar date some days later. Dates after the year 9999 do not compare as texts. */
export function addDays(date: string, days: number): string {
  return utcDate(Date.parse(`${date}T00:00:00Z`) + days * DAY_MILLIS);
}

/** A calendar day in a time zone: its date, its first instant, and the first instant after it. */
export interface LocalDay {
  readonly date: string;
  readonly from: Date;
  readonly to: Date;
}

/** Returns the local day of an instant, which has 23, 24 or 25 hours. */
export function localDay(at: Date, zone: string): LocalDay {
  const { date } = zonedClock(at, zone);
  return {
    date,
    from: firstInstantFrom({ date, minutes: 0 }, zone),
    to: firstInstantFrom({ date: addDays(date, 1), minutes: 0 }, zone),
  };
}
