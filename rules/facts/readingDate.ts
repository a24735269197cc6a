import { DAY_SECONDS, instantMillis, parseDuration, utcDate } from '../time/index.ts';
import { textParam } from '../vocabulary/index.ts';
import type { FactRequest, Trip } from '../vocabulary/index.ts';

const DAY_MILLIS = DAY_SECONDS * 1000;

/** The UTC date of the trip's end, some days earlier when asked; undefined when the end was not sent. */
export function readingDate(trip: Trip, daysEarlier = 0): string | undefined {
  const end = instantMillis(trip.endTime ?? '');
  return end === undefined ? undefined : utcDate(end - daysEarlier * DAY_MILLIS);
}

/** How many whole days a `days` parameter spans. */
export function spanDays(request: FactRequest): number {
  return parseDuration(textParam(request, 'over')) / DAY_SECONDS;
}
