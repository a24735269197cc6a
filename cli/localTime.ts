import { CommandError } from './exit.ts';

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
