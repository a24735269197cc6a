/**
 * The pattern of ISO 8601 times with date, time and UTC offset, which identify one instant. Not every matching text is a time.
 */
export const INSTANT_PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/** The pattern of dates. Not every matching text is a date of the calendar. */
export const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

const WEEKDAYS_FROM_SUNDAY = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** The weekdays as rules write them. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Returns the epoch milliseconds of an ISO 8601 time with offset; undefined for other texts. */
export function instantMillis(time: string): number | undefined {
  if (!INSTANT_PATTERN.test(time)) return undefined;
  const millis = Date.parse(time);
  return Number.isNaN(millis) ? undefined : millis;
}

/** Returns the epoch milliseconds of a `YYYY-MM-DD` date's start in UTC; undefined for other texts. */
export function dateMillis(date: string): number | undefined {
  if (!DATE_PATTERN.test(date)) return undefined;
  const millis = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(millis) || utcDate(millis) !== date ? undefined : millis;
}

/** Returns the UTC date of an instant, `YYYY-MM-DD`; outside of the years 0 to 9999 with a sign and six digits of the year. */
export function utcDate(millis: number): string {
  return new Date(millis).toISOString().split('T', 1)[0]!;
}

/** Returns the hour (0 to 23) and weekday on a clock at the time's own offset; undefined for a text that is not a time. */
export function localClock(time: string): { readonly hour: number; readonly weekday: string } | undefined {
  const parts = INSTANT_PATTERN.exec(time);
  if (!parts || instantMillis(time) === undefined) return undefined;
  const [year, month, day, hour] = parts.slice(1).map(Number) as [number, number, number, number];
  const weekday = WEEKDAYS_FROM_SUNDAY[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  return weekday === undefined ? undefined : { hour, weekday };
}
