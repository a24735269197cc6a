import { firstInstantFrom, isDuration, minutesOfTime, parseDuration } from '../../rules/time/index.ts';
import { CommandError } from './command.ts';

/** The zone of the clock of this machine. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A day and time such as `Sat 21 Nov 2026, 10:00` on the clock of a zone. */
export function dayAndTime(at: string | Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, weekday: 'short', day: '2-digit', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const parts = Object.fromEntries(
    format.formatToParts(new Date(at)).map(({ type, value }) => [type, value] as const),
  );
  const { weekday, day, month, year, hour, minute } = parts;
  return `${weekday} ${day} ${month} ${year}, ${hour}:${minute}`;
}

/**
 * An instant as people write it: with an offset, or as the clock of this machine shows it.
 * @throws CommandError when it is none
 */
export function instantOf(option: string, text: string): string {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(at.getTime()))
    throw new CommandError(
      `${option} ${text}: write a time such as 2026-12-24T23:00 (on this machine’s clock) or 2026-12-24T23:00+01:00.`,
    );
  return at.toISOString();
}

const LOCAL = /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<time>(?:[01]\d|2[0-3]):[0-5]\d))?(?::00)?$/;

/**
 * An instant as people write it: with an offset, as a span from now (`2h`), or as the clock of a zone shows it; a date
 * alone is its midnight there.
 * @returns ISO 8601, UTC
 * @throws CommandError when it is none
 */
export function instantIn(
  option: string,
  text: string,
  { zone, now }: { readonly zone: string; readonly now: Date },
): string {
  if (isDuration(text) && parseDuration(text) > 0)
    return new Date(now.getTime() + parseDuration(text) * 1_000).toISOString();
  const local = LOCAL.exec(text)?.groups;
  const date = local?.['date'] ?? '';
  if (local && isDate(date))
    return firstInstantFrom({ date, minutes: minutesOfTime(local['time'] ?? '00:00') }, zone).toISOString();
  const at = new Date(/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new CommandError(
      `${option} ${text}: write a span such as 2h or 3d, a time on the fleet’s clock (${zone}) such as 2026-12-24T18:00, or one with its offset such as 2026-12-24T18:00+01:00.`,
    );
  return at.toISOString();
}

/** Whether the calendar has a date: 30 February is none. */
function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}
