import type { QuietHours } from '../documents/index.ts';
import { WEEKDAYS, addDays, firstInstantFrom, minutesOfTime, weekdayOf, zonedClock } from '../time/index.ts';

/** Maximum number of consecutive quiet periods that are checked. Quiet periods without a gap between them are treated as one. */
export const MOST_IN_A_ROW = 31;

const DAY_MILLIS = 86_400_000;

/** One quiet period. */
export interface QuietSpan {
  readonly start: Date;
  /** The first instant after the period, which is no longer quiet. */
  readonly end: Date;
}

/** Returns the quiet period that begins on a date, or `undefined` if no quiet period begins on it. */
function nightOf(quiet: QuietHours, date: string): QuietSpan | undefined {
  if (quiet.days && !quiet.days.includes(weekdayOf(date))) return undefined;
  const [from, to] = [minutesOfTime(quiet.from), minutesOfTime(quiet.to)];
  const endDate = to > from ? date : addDays(date, 1);
  return {
    start: firstInstantFrom({ date, minutes: from }, quiet.timezone),
    end: firstInstantFrom({ date: endDate, minutes: to }, quiet.timezone),
  };
}

/**
 * Returns the end of the quiet period at an instant, even if another quiet period follows without a gap. Returns `undefined`
 * outside of quiet periods.
 */
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

/** Returns, in order, all quiet periods that may overlap a range, so that callers can check many instants at little cost. */
export function quietSpans(quiet: QuietHours, from: Date, to: Date): readonly QuietSpan[] {
  const { date } = zonedClock(from, quiet.timezone);
  const days = Math.ceil((to.getTime() - from.getTime()) / DAY_MILLIS) + 2;
  return Array.from({ length: days }, (_, index) => nightOf(quiet, addDays(date, index - 1))).filter(
    (night) => night !== undefined,
  );
}

/**
 * Returns the end of the quiet hours at an instant, or `undefined` outside of quiet hours. Quiet hours last from `from` to the
 * next `to` in their time zone (24 hours if both are the same). `days` lists the days on which quiet hours begin.
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
