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
/** A Monday: windows of several days are counted from it, so that those of seven end on Mondays. */
const FIRST_DAY = Date.parse('1970-01-05T00:00:00Z');

/**
 * When the window of a batch that holds an instant ends. Windows of `every` are counted from the fleet's local midnight on
 * its clock, several days from a Monday; `at` is the next such time on an allowed day. An instant at which a window ends
 * belongs to the next one. A time that the clock jumps over is the end of the jump, of one that it shows twice the first
 * showing ends the window.
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
  // The clock may show the end of a window a second time: then the instant lies after the first showing.
  for (let next = (Math.floor(minutes / length) + 1) * length; ; next += length) {
    const place = next < DAY_MINUTES ? { date, minutes: next } : { date: addDays(date, 1), minutes: 0 };
    const end = firstInstantFrom(place, timezone);
    if (end > at || next > DAY_MINUTES) return end;
  }
}

/** When an action's batch sends an alert: at the end of its window, or of the quiet hours that hold then. */
export function batchUntil(
  batch: Batch,
  quiet: QuietHours | undefined,
  { at, fleetTimezone }: { readonly at: Date; readonly fleetTimezone: string },
): Date {
  const end = batchEnd(batch, at, fleetTimezone);
  return (quiet && quietUntil(quiet, end)) ?? end;
}
