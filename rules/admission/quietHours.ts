import type { QuietHours } from '../documents/index.ts';
import { WEEKDAYS, addDays, firstInstantFrom, minutesOfTime, weekdayOf, zonedClock } from '../time/index.ts';

/** Maximum number of consecutive quiet times that are checked. Quiet times without a gap between them are treated as one. */
export const MOST_IN_A_ROW = 31;

const DAY_MILLIS = 86_400_000;

/** A period of quiet time. */
export interface QuietSpan {
  readonly start: Date;
  /** The first instant after the period. */
  readonly end: Date;
}

/** Returns the quiet time that begins on a date; undefined when none does. */
function nightOf(quiet: QuietHours, date: string): QuietSpan | undefined {
  if (quiet.days && !quiet.days.includes(weekdayOf(date))) return undefined;
  const [from, to] = [minutesOfTime(quiet.from), minutesOfTime(quiet.to)];
  const endDate = to > from ? date : addDays(date, 1);
  return {
    start: firstInstantFrom({ date, minutes: from }, quiet.timezone),
    end: firstInstantFrom({ date: endDate, minutes: to }, quiet.timezone),
  };
}

/** Returns the end of the quiet time at an instant, without quiet times that follow it. */
function endOfNightAt(quiet: QuietHours, at: Date): Date | undefined {
  const { date } = zonedClock(at, quiet.timezone);
  for (const each of [date, addDays(date, -1)]) {
    const night = nightOf(quiet, each);
    if (night && night.start <= at && at < night.end) return night.end;
  }
  return undefined;
}

/** Returns whether an instant is in quiet hours. */
export function isQuietAt(quiet: QuietHours, at: Date): boolean {
  return endOfNightAt(quiet, at) !== undefined;
}

/**
 * Returns, in order, every quiet time that may include an instant of a range, so that callers check many instants at little
 * cost.
 */
export function quietSpans(quiet: QuietHours, from: Date, to: Date): readonly QuietSpan[] {
  const { date } = zonedClock(from, quiet.timezone);
  const days = Math.ceil((to.getTime() - from.getTime()) / DAY_MILLIS) + 2;
  return Array.from({ length: days }, (_, index) => nightOf(quiet, addDays(date, index - 1))).filter(
    (night) => night !== undefined,
  );
}

/**
 * Returns the end of the quiet hours at an instant, or `undefined` outside of them. Quiet hours last from `from` to the next
 * `to` on the clock of their zone (24 hours when both are the same). `days` are the days on which they begin.
 */
export function quietUntil(quiet: QuietHours, at: Date): Date | undefined {
  let end: Date | undefined;
  for (let night = 0; night < MOST_IN_A_ROW; night += 1) {
    const next = endOfNightAt(quiet, end ?? at);
    if (!next) return end;
    end = next;
  }
  return end;
}

/** Returns whether quiet hours never end. */
export function isAlwaysQuiet(quiet: QuietHours): boolean {
  const days = new Set(quiet.days ?? WEEKDAYS);
  return quiet.from === quiet.to && days.size === WEEKDAYS.length;
}
