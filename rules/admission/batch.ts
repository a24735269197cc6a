import type { Batch, QuietHours } from '../documents/index.ts';
import {
  DAY_SECONDS,
  WEEKDAYS,
  addDays,
  firstInstantFrom,
  minutesOfTime,
  parseDuration,
  weekdayOf,
  zonedClock,
} from '../time/index.ts';
import { quietUntil } from './quietHours.ts';

const DAY_MINUTES = 1_440;
const DAY_MILLIS = 86_400_000;
/** The Monday from which windows of several days are counted, so that windows of seven days end on Mondays. */
const FIRST_DAY = Date.parse('1970-01-05T00:00:00Z');

/**
 * Returns the end of the batch window that includes an instant. Windows of `every` start at the fleet's local midnight; windows
 * of several days are counted from a Monday. A batch with `at` ends at the next such time on an allowed day.
 *
 * The instant at which a window ends belongs to the next window. If the end is a local time that daylight saving skips, the
 * window ends when the clock jumps. If the local time occurs twice, the window ends at the first.
 */
export function batchEnd(batch: Batch, at: Date, fleetTimezone: string): Date {
  if (batch.every !== undefined) return windowEnd(parseDuration(batch.every), at, fleetTimezone);
  const { at: time = '00:00', timezone = fleetTimezone, days = WEEKDAYS } = batch;
  const minutes = minutesOfTime(time);
  for (let { date } = zonedClock(at, timezone); ; date = addDays(date, 1)) {
    const end = firstInstantFrom({ date, minutes }, timezone);
    if (days.includes(weekdayOf(date)) && end > at) return end;
  }
}

function windowEnd(seconds: number, at: Date, timezone: string): Date {
  const { date, minutes } = zonedClock(at, timezone);
  const days = seconds / DAY_SECONDS;
  if (days > 1) {
    const passed = (Date.parse(`${date}T00:00:00Z`) - FIRST_DAY) / DAY_MILLIS;
    return firstInstantFrom({ date: addDays(date, days - (passed % days)), minutes: 0 }, timezone);
  }
  const length = seconds / 60;
  // When clocks go back, the local end of a window occurs twice. After the first occurrence, the window has ended, so the next
  // one is tried.
  for (let next = (Math.floor(minutes / length) + 1) * length; ; next += length) {
    const place = next < DAY_MINUTES ? { date, minutes: next } : { date: addDays(date, 1), minutes: 0 };
    const end = firstInstantFrom(place, timezone);
    if (end > at || next > DAY_MINUTES) return end;
  }
}

/**
 * Returns the time at which a batch sends an alert. This is the end of its window, or the end of quiet hours if the window ends
 * in them.
 */
export function batchUntil(
  batch: Batch,
  quiet: QuietHours | undefined,
  { at, fleetTimezone }: { readonly at: Date; readonly fleetTimezone: string },
): Date {
  const end = batchEnd(batch, at, fleetTimezone);
  return (quiet && quietUntil(quiet, end)) ?? end;
}
