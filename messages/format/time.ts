import { LOCALES, textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';

/** A moment's parts on a clock somewhere, and that clock's distance from UTC. */
interface ClockReading {
  /** The whole date: `Fri, 21 Nov 2025`. */
  readonly date: string;
  readonly weekday: string;
  /** The date without the weekday: `21 Nov 2025`. */
  readonly plainDate: string;
  /** The date without the year: `Fri, 21 Nov`. */
  readonly dayMonth: string;
  readonly time: string;
  readonly seconds: string;
  /** `UTC+1`, `UTC+5:30` or `UTC`. */
  readonly offset: string;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A zone's clock in a language. */
interface Clock {
  readonly format: Intl.DateTimeFormat;
  readonly zone: string;
  readonly language: Language;
}

/** Returns the formatter of a zone, made once. A zone that this machine does not know falls back to UTC and is named so. */
function clockOf(zone: string, language: Language): Clock {
  const key = `${language} ${zone}`;
  const known = clocks.get(key);
  if (known) return { format: known, zone, language };
  try {
    const format = new Intl.DateTimeFormat(LOCALES[language], {
      timeZone: zone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    });
    clocks.set(key, format);
    return { format, zone, language };
  } catch {
    return clockOf('UTC', language);
  }
}

/** Reads the parts of a time, because the joins of `format` differ between versions of the locale data. */
function read(millis: number, { format, language }: Clock): ClockReading {
  const say = textsOf(language);
  const parts = new Map(format.formatToParts(millis).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  const [day, month, year] = [part('day'), part('month'), part('year')];
  const plainDate = say('format.date', { day, month, year });
  const weekday = part('weekday').replace(/\.$/, '');
  return {
    date: say('format.weekdayDate', { weekday, date: plainDate }),
    weekday,
    plainDate,
    dayMonth: say('format.dayMonth', { day, month }),
    time: `${part('hour')}:${part('minute')}`,
    seconds: part('second'),
    offset: part('timeZoneName').replace('GMT', 'UTC'),
  };
}

function zoneLabel(zone: string, offset: string): string {
  return zone === 'UTC' ? 'UTC' : `${zone}, ${offset}`;
}

/** Returns a time with its zone: `Fri, 21 Nov 2025, 14:03 (Europe/Berlin, UTC+1)`; undefined for an invalid time. */
export function formatInstant(
  time: string | undefined,
  zone: string,
  language: Language = 'en',
): string | undefined {
  const millis = millisOf(time);
  if (millis === undefined) return undefined;
  const clock = clockOf(zone, language);
  const at = read(millis, clock);
  return `${at.date}, ${at.time} (${zoneLabel(clock.zone, at.offset)})`;
}

/** Returns `21 Nov 2025, 14:03:27` on the zone's clock, for lists that name the zone once; undefined for an invalid time. */
export function formatMoment(
  time: string | undefined,
  zone: string,
  language: Language = 'en',
): string | undefined {
  const millis = millisOf(time);
  if (millis === undefined) return undefined;
  const at = read(millis, clockOf(zone, language));
  return `${at.plainDate}, ${at.time}:${at.seconds}`;
}

/** Returns `Mon 23 Nov, 07:00` on the zone's clock, without the year; undefined for an invalid time. */
export function formatWeekdayTime(time: string, zone: string, language: Language): string | undefined {
  const millis = millisOf(time);
  if (millis === undefined) return undefined;
  const { weekday, dayMonth, time: clock } = read(millis, clockOf(zone, language));
  const date = textsOf(language)('digests.onWeekday', { weekday, date: dayMonth.replace(/\.$/, '') });
  return `${date}, ${clock}`;
}

/** Returns the zone, or `UTC` for an unknown zone, in which times are shown then. */
export function knownZone(zone: string): string {
  return clockOf(zone, 'en').zone;
}

/** Returns `14:03:27` on the zone's clock; undefined for an invalid time. */
export function formatClock(time: string | undefined, zone: string): string | undefined {
  const millis = millisOf(time);
  if (millis === undefined) return undefined;
  const at = read(millis, clockOf(zone, 'en'));
  return `${at.time}:${at.seconds}`;
}

/**
 * Returns the start and end of a span with the zone: `Fri, 21 Nov 2025, 14:03 – 14:41 (Europe/Berlin, UTC+1)`. The second date is
 * named only where it differs, and both offsets where the clocks changed in between.
 */
export function formatSpan(
  span: { readonly startTime?: string; readonly endTime?: string },
  zone: string,
  language: Language = 'en',
): string | undefined {
  const say = textsOf(language);
  const start = millisOf(span.startTime);
  const end = millisOf(span.endTime);
  if (start === undefined || end === undefined) {
    const moment =
      formatInstant(span.startTime ?? span.endTime, zone, language) ??
      formatInstant(span.endTime, zone, language);
    return moment && say(start === undefined ? 'format.until' : 'format.from', { moment });
  }
  const clock = clockOf(zone, language);
  const from = read(start, clock);
  const to = read(end, clock);
  const until = to.date === from.date ? to.time : `${to.date}, ${to.time}`;
  const offset =
    to.offset === from.offset
      ? from.offset
      : say('format.offsets', { first: from.offset, second: to.offset });
  return `${from.date}, ${from.time} – ${until} (${zoneLabel(clock.zone, offset)})`;
}

/**
 * Returns the driver's own clock, when it differs from the fleet's: `13:03 – 13:41, UTC`. It uses the trip's own offset;
 * undefined when both clocks agree or the offset is not known.
 */
export function formatOwnClock(
  span: { readonly startTime?: string; readonly endTime?: string },
  zone: string,
): string | undefined {
  const start = ownClock(span.startTime);
  const end = ownClock(span.endTime);
  const millis = millisOf(span.startTime);
  if (!start || !end || millis === undefined) return undefined;
  const fleet = read(millis, clockOf(zone, 'en'));
  return fleet.time === start.time ? undefined : `${start.time} – ${end.time}, ${start.offset}`;
}

/**
 * Returns a time on the driver's own clock, by the time's own offset: `Fri, 21 Nov 2025, 14:32:10 (UTC+1)`; undefined for an
 * invalid time.
 */
export function formatOwnInstant(time: string | undefined, language: Language = 'en'): string | undefined {
  const millis = millisOf(time);
  const clock = ownClock(time);
  if (millis === undefined || !clock) return undefined;
  const shown = read(millis + clock.offsetMinutes * 60_000, clockOf('UTC', language));
  return `${shown.date}, ${shown.time}:${shown.seconds} (${clock.offset})`;
}

/** Returns whether the time's own offset is the one that the zone has then. */
export function isOnClockOf(time: string | undefined, zone: string): boolean {
  const millis = millisOf(time);
  const clock = ownClock(time);
  return millis === undefined || !clock || read(millis, clockOf(zone, 'en')).time === clock.time;
}

/** Returns `14:35` on the zone's clock, or `22 Nov, 02:14` on another day than `reference`'s; undefined for an invalid time. */
export function formatNear(
  time: string | undefined,
  {
    reference,
    zone,
    language = 'en',
  }: { readonly reference: string; readonly zone: string; readonly language?: Language },
): string | undefined {
  const millis = millisOf(time);
  if (millis === undefined) return undefined;
  const clock = clockOf(zone, language);
  const at = read(millis, clock);
  const day = millisOf(reference);
  if (day !== undefined && read(day, clock).date === at.date) return at.time;
  return `${at.dayMonth}, ${at.time}`;
}

/** Returns a date such as `2025-11-21` as `21 Nov 2025`; any other text as it is. */
export function formatDay(date: string, language: Language = 'en'): string {
  const millis = millisOf(`${date}T00:00:00Z`);
  return millis === undefined ? date : read(millis, clockOf('UTC', language)).plainDate;
}

function ownClock(
  time: string | undefined,
): { readonly time: string; readonly offset: string; readonly offsetMinutes: number } | undefined {
  const parts = /^[^T]*T(\d{2}:\d{2})[^Z+-]*(Z|([+-])(\d{2}):?(\d{2}))$/.exec(time ?? '');
  if (!parts?.[1]) return undefined;
  if (parts[2] === 'Z' || (parts[4] === '00' && parts[5] === '00'))
    return { time: parts[1], offset: 'UTC', offsetMinutes: 0 };
  const minutes = parts[5] === '00' ? '' : `:${parts[5]}`;
  const distance = Number(parts[4]) * 60 + Number(parts[5]);
  return {
    time: parts[1],
    offset: `UTC${parts[3]}${Number(parts[4])}${minutes}`,
    offsetMinutes: parts[3] === '-' ? -distance : distance,
  };
}

/** Returns the milliseconds of a time with an offset; undefined for any other, which would be read on this machine's clock. */
function millisOf(time: string | undefined): number | undefined {
  if (time === undefined || !/^[^T]*T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(time)) return undefined;
  const millis = Date.parse(time);
  return Number.isNaN(millis) ? undefined : millis;
}
