import type { QuietHours } from './actionSchema.ts';
import { WEEKDAYS } from './instant.ts';
import { addDays, firstInstantFrom, minutesOfTime, weekdayOf, zonedClock } from './zonedTime.ts';

/** Quiet times that follow each other without a gap are one: at most this many are looked at. */
export const MOST_IN_A_ROW = 31;

/** The end of the quiet time that begins on a date; undefined when none that holds the instant begins there. */
function endOfNight(quiet: QuietHours, date: string, at: Date): Date | undefined {
  if (quiet.days && !quiet.days.includes(weekdayOf(date))) return undefined;
  const [from, to] = [minutesOfTime(quiet.from), minutesOfTime(quiet.to)];
  const start = firstInstantFrom({ date, minutes: from }, quiet.timezone);
  const endDate = to > from ? date : addDays(date, 1);
  const end = firstInstantFrom({ date: endDate, minutes: to }, quiet.timezone);
  return start <= at && at < end ? end : undefined;
}

/**
 * When quiet hours that hold at an instant are over; undefined when they do not hold then. They run from `from` to the
 * next `to` on the clock of their zone (24 hours when both are the same), and `days` are the days on which they begin.
 */
export function quietUntil(quiet: QuietHours, at: Date): Date | undefined {
  let end: Date | undefined;
  for (let night = 0; night < MOST_IN_A_ROW; night += 1) {
    const moment: Date = end ?? at;
    const { date } = zonedClock(moment, quiet.timezone);
    const next: Date | undefined =
      endOfNight(quiet, date, moment) ?? endOfNight(quiet, addDays(date, -1), moment);
    if (!next) return end;
    end = next;
  }
  return end;
}

/** Whether quiet hours would never end. */
export function isAlwaysQuiet(quiet: QuietHours): boolean {
  const days = new Set(quiet.days ?? WEEKDAYS);
  return quiet.from === quiet.to && days.size === WEEKDAYS.length;
}
