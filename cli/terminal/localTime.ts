import {
  firstInstantFrom,
  instantsShowing,
  isDuration,
  isoWithOffset,
  minutesOfTime,
  parseDuration,
} from '../../rules/time/index.ts';
import type { ZonedClock } from '../../rules/time/index.ts';
import { CommandError } from './command.ts';

/** Formats a day and time such as `Sat 21 Nov 2026, 10:00` on the clock of a zone. */
export function dayAndTime(at: string | Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(
    format.formatToParts(new Date(at)).map(({ type, value }) => [type, value] as const),
  );
  const { weekday, day, month, year, hour, minute } = parts;
  return `${weekday} ${day} ${month} ${year}, ${hour}:${minute}`;
}

const LOCAL = /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>(?:[01]\d|2[0-3]):[0-5]\d))?(?::00)?$/;

/** Time zone and current time for parsing a time. */
interface ReadingTime {
  readonly zone: string;
  readonly now: Date;
  /** Whether a span such as `2h` leads into the past. When absent, it leads into the future. */
  readonly isPast?: boolean;
}

/**
 * Parses a time: with an offset, as a span from now (`2h`), or on the clocks of a zone. A date alone is
 * midnight in that zone.
 * @returns ISO 8601, UTC
 * @throws CommandError for other texts
 */
export function instantIn(option: string, text: string, { zone, now, isPast }: ReadingTime): string {
  if (isDuration(text) && parseDuration(text) > 0)
    return new Date(now.getTime() + parseDuration(text) * (isPast ? -1_000 : 1_000)).toISOString();
  const local = LOCAL.exec(text)?.groups;
  const date = local?.['date'] ?? '';
  if (local && isDate(date)) {
    // The first instant of the day is used, because a clock change may skip or repeat midnight.
    if (local['time'] === undefined) return firstInstantFrom({ date, minutes: 0 }, zone).toISOString();
    const clock = { date, minutes: minutesOfTime(local['time']) };
    return instantOnClock(clock, { zone, written: `${option} ${text}` }).toISOString();
  }
  const at = new Date(/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new CommandError(
      `${option} ${text}: write a span such as 2h or 3d, a time on the clock of ${zone} such as 2026-12-24T18:00, or one with its offset such as 2026-12-24T18:00+01:00.`,
    );
  return at.toISOString();
}

/** Parses the end of a range like `instantIn`, except that a date alone includes that day. */
export function endIn(option: string, text: string, reading: ReadingTime): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isDate(text)) return instantIn(option, text, reading);
  const next = new Date(new Date(`${text}T00:00:00Z`).getTime() + 86_400_000).toISOString().slice(0, 10);
  return instantIn(option, next, reading);
}

/**
 * Returns the instant at which the clocks of a zone show a time.
 * @throws CommandError for a time that a clock change skips or repeats
 */
function instantOnClock(clock: ZonedClock, of: { readonly zone: string; readonly written: string }): Date {
  const { zone, written } = of;
  const [first, second] = instantsShowing(clock, zone);
  if (!first)
    throw new CommandError(
      `${written}: the clocks of ${zone} skip this time; write a time with its offset, such as ${isoWithOffset(firstInstantFrom(clock, zone), zone)}.`,
    );
  if (second)
    throw new CommandError(
      `${written}: the clocks of ${zone} show this time twice; write ${isoWithOffset(first, zone)} or ${isoWithOffset(second, zone)}.`,
    );
  return first;
}

/** Returns whether the calendar has a date; 30 February does not exist. */
function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}
