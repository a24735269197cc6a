/** Syntax of ISO 8601 times with date, time and UTC offset, which identify one instant. Some matching texts are still invalid. */
export const INSTANT_PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
/** Syntax of dates. Some matching texts are not dates of the calendar. */
export const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

const WEEKDAYS_FROM_SUNDAY = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** The weekdays, as written in rules. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Returns the epoch milliseconds of an ISO 8601 time with UTC offset. Returns `undefined` for other texts. */
export function instantMillis(time: string): number | undefined {
  if (!INSTANT_PATTERN.test(time)) return undefined;
  const millis = Date.parse(time);
  return Number.isNaN(millis) ? undefined : millis;
}

/** Returns the epoch milliseconds at which a date (`YYYY-MM-DD`) begins in UTC. Returns `undefined` for other texts. */
export function dateMillis(date: string): number | undefined {
  if (!DATE_PATTERN.test(date)) return undefined;
  const millis = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(millis) || utcDate(millis) !== date ? undefined : millis;
}

/** Returns the UTC date of an instant, `YYYY-MM-DD`. Outside the years 0 to 9999, the year has a sign and six digits. */
export function utcDate(millis: number): string {
  return new Date(millis).toISOString().split('T', 1)[0]!;
}

/**
 * Returns the hour (0 to 23) and weekday of an ISO 8601 time, at the time's own UTC offset. Returns `undefined` if the text is
 * not a time.
 */
export function localClock(time: string): { readonly hour: number; readonly weekday: string } | undefined {
  const parts = INSTANT_PATTERN.exec(time);
  if (!parts || instantMillis(time) === undefined) return undefined;
  const [year, month, day, hour] = parts.slice(1).map(Number) as [number, number, number, number];
  const weekday = WEEKDAYS_FROM_SUNDAY[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  return weekday === undefined ? undefined : { hour, weekday };
}
