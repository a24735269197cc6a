import { Temporal } from 'temporal-polyfill';
import { utcDate, WEEKDAYS } from './instant.ts';

const DAY_MILLIS = 86_400_000;
const NANOS_PER_MILLI = 1_000_000;

/** Local date and time in a time zone. */
export interface ZonedClock {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Minutes since midnight in local time. */
  readonly minutes: number;
}

/**
 * Converts an instant to local time in a time zone.
 * @throws RangeError if the time zone is unknown
 */
function zoned(millis: number, zone: string): Temporal.ZonedDateTime {
  return new Temporal.ZonedDateTime(BigInt(millis) * 1_000_000n, zone);
}

function wallTime({ date, minutes }: ZonedClock): Temporal.PlainDateTime {
  const at = new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000);
  return new Temporal.PlainDateTime(
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
  );
}

/**
 * Returns a time zone's offset from UTC at an instant, in milliseconds.
 * @param millis epoch milliseconds
 * @throws RangeError if the time zone is unknown
 */
export function offsetMillis(millis: number, zone: string): number {
  return zoned(millis, zone).offsetNanoseconds / NANOS_PER_MILLI;
}

/** Returns an instant in ISO 8601 to the minute, with the time zone's UTC offset, such as `2026-10-25T02:30+02:00`. */
export function isoWithOffset(at: Date, zone: string): string {
  return zoned(at.getTime(), zone).toString({ timeZoneName: 'never', smallestUnit: 'minute' });
}

/**
 * Returns the local date and time of an instant in an IANA time zone.
 * @throws RangeError if the time zone is unknown
 */
export function zonedClock(at: Date, zone: string): ZonedClock {
  const wall = new Date(at.getTime() + offsetMillis(at.getTime(), zone));
  return { date: utcDate(wall.getTime()), minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes() };
}

/**
 * Returns the instants at which a local time occurs in an IANA time zone. When clocks go back, a time occurs twice; when they go
 * forward, a skipped time does not occur.
 * @throws RangeError if the time zone is unknown
 */
export function instantsShowing(clock: ZonedClock, zone: string): readonly Date[] {
  const wall = wallTime(clock);
  const instants = (['earlier', 'later'] as const)
    .map((disambiguation) => wall.toZonedDateTime(zone, { disambiguation }))
    .filter((shown) => shown.toPlainDateTime().equals(wall))
    .map((shown) => shown.epochMilliseconds);
  return [...new Set(instants)].map((millis) => new Date(millis));
}

/**
 * Returns the first instant at which local time in an IANA time zone reaches a date and time. For a time that occurs twice, this
 * is the first occurrence. For a time that a clock change skips, it is the instant of the change.
 * @throws RangeError if the time zone is unknown
 */
export function firstInstantFrom(clock: ZonedClock, zone: string): Date {
  const wall = wallTime(clock);
  const shown = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const isSkipped = !shown.toPlainDateTime().equals(wall);
  // For a skipped time, `shown` is before the clock change.
  return new Date((isSkipped ? shown.getTimeZoneTransition('next')! : shown).epochMilliseconds);
}

/** A change of a time zone's UTC offset. `at` is in epoch milliseconds; the offsets before and after are in milliseconds. */
export interface OffsetChange {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Returns the changes of a time zone's UTC offset after one instant and before another.
 * @throws RangeError if the time zone is unknown
 */
export function offsetChanges(zone: string, from: number, until: number): readonly OffsetChange[] {
  const changes: OffsetChange[] = [];
  let before = offsetMillis(from, zone);
  for (let change = zoned(from, zone).getTimeZoneTransition('next'); change;) {
    const at = change.epochMilliseconds;
    if (at >= until) break;
    const after = change.offsetNanoseconds / NANOS_PER_MILLI;
    changes.push({ at, before, after });
    before = after;
    change = change.getTimeZoneTransition('next');
  }
  return changes;
}

/** Returns a time of day such as `08:30` in minutes since midnight. */
export function minutesOfTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns the weekday of a calendar date. */
export function weekdayOf(date: string): (typeof WEEKDAYS)[number] {
  const fromSunday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return WEEKDAYS[(fromSunday + 6) % 7] ?? 'mon';
}

/** Returns the calendar date some days later. Dates after the year 9999 cannot be compared as texts. */
export function addDays(date: string, days: number): string {
  return utcDate(Date.parse(`${date}T00:00:00Z`) + days * DAY_MILLIS);
}

/** A day in a time zone: its date, its first instant, and the first instant after it. */
export interface LocalDay {
  readonly date: string;
  readonly from: Date;
  readonly to: Date;
}

/** Returns the local day that includes an instant. Such a day has 23, 24 or 25 hours. */
export function localDay(at: Date, zone: string): LocalDay {
  const { date } = zonedClock(at, zone);
  return {
    date,
    from: firstInstantFrom({ date, minutes: 0 }, zone),
    to: firstInstantFrom({ date: addDays(date, 1), minutes: 0 }, zone),
  };
}
