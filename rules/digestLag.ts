import type { Digest } from './digest.ts';
import { firstInstantFrom, minutesOfTime } from './zonedTime.ts';
import { greatestOffset } from './zoneYear.ts';

const DAY_MINUTES = 24 * 60;

/** The offset from UTC by which a digest reckons on a local date, in minutes: the greatest of that year. */
function reckonedOffset(date: string, { at, timezone }: Digest['send']): number {
  const minutes = minutesOfTime(at);
  const instant = firstInstantFrom({ date, minutes }, timezone);
  const wall = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  return greatestOffset(timezone, { at: instant, minutes: (wall - instant.getTime()) / 60_000 });
}

/**
 * How many dates after the local date of sending the period ends: -1, as a rule. It is the same in summer and winter, so
 * that no date is told twice or never: at an hour at which the last UTC date that is over differs between both, the earlier
 * one counts.
 */
export function lagDays(date: string, send: Digest['send']): number {
  return Math.floor((minutesOfTime(send.at) - reckonedOffset(date, send)) / DAY_MINUTES) - 1;
}

/** The local time, `HH:MM`, at which a UTC date ends: at the latest, of summer and winter. */
export function utcMidnight(date: string, send: Digest['send']): string {
  const minutes = ((reckonedOffset(date, send) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
