import type { DateRange } from '../../rules/digests/index.ts';
import { LOCALES, textsOf } from '../language/index.ts';
import type { Say } from '../language/index.ts';
import type { DigestContent } from './content.ts';

/** Numbers with their units, as the reader of a digest writes them. */
export interface Measures {
  /** `1,284`. */
  readonly count: (value: number) => string;
  /** A score of 100, with one decimal: `78.4`. */
  readonly score: (value: number) => string;
  /** A bound of scores as it was set, with up to two decimals: `70`, `69.5`. */
  readonly threshold: (value: number) => string;
  /** A rating of 5, with two decimals: `4.12`. */
  readonly rating: (value: number) => string;
  /** Kilometres in, `512 km` or `318 miles` out; one decimal under 100. */
  readonly distance: (km: number) => string;
  /** Events per 100 kilometres in, `4.2` per 100 of the reader's unit out. */
  readonly rate: (per100Km: number) => string;
  /** `per 100 km`. */
  readonly perHundred: string;
  /** Seconds in, `45 s`, `38 min`, `1 h 04 min` or `1,204 h` out. */
  readonly duration: (seconds: number) => string;
  /** A share from 0 to 1 in, `12.5%` out. */
  readonly share: (value: number) => string;
  /** A difference of shares in, `2.5` percentage points out. */
  readonly points: (value: number) => string;
}

const KM_PER_MILE = 1.609344;

/** From so many hours on, minutes no longer matter. */
const HOURS_ALONE_FROM = 100;

/** How a digest in that language and those units writes its numbers. */
export function measuresOf({ language, units }: Pick<DigestContent, 'language' | 'units'>): Measures {
  const format = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
    const numbers = new Intl.NumberFormat(LOCALES[language], options);
    return (value) => numbers.format(value);
  };
  const say = textsOf(language);
  const count = format({ maximumFractionDigits: 0 });
  const one = format({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const inUnit = (km: number): number => (units === 'km' ? km : km / KM_PER_MILE);
  return {
    count,
    score: one,
    threshold: format({ maximumFractionDigits: 2 }),
    rating: format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    distance: (km) => {
      const value = inUnit(km);
      return say(`digests.unit_${units}`, { value: Math.abs(value) < 99.95 ? one(value) : count(value) });
    },
    rate: (per100Km) => one(units === 'km' ? per100Km : per100Km * KM_PER_MILE),
    perHundred: say(`digests.perHundred_${units}`),
    duration: (seconds) => durationWords(seconds, { count, say }),
    share: format({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    points: (value) => one(value * 100),
  };
}

function durationWords(
  seconds: number,
  { count, say }: { readonly count: (value: number) => string; readonly say: Say },
): string {
  if (Math.round(seconds) < 60) return say('format.seconds', { value: count(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return say('format.minutes', { value: `${minutes}` });
  const hours = Math.floor(minutes / 60);
  if (hours >= HOURS_ALONE_FROM) return say('format.unit_h', { value: count(minutes / 60) });
  return say('format.hoursMinutes', { hours: `${hours}`, minutes: String(minutes % 60).padStart(2, '0') });
}

/** Dates and times as the reader of a digest writes them. Dates are whole UTC dates; instants are shown in a zone. */
export interface DateWords {
  /** `16 November 2026`. */
  date(date: string): string;
  /** `Monday 16 to Sunday 22 November 2026`, `Sunday 22 November 2026`, or `November 2026` for a month. */
  period(kind: DigestContent['period']['kind'], range: DateRange): string;
  /** `16 to 22 November 2026`, without weekdays. */
  range(range: DateRange): string;
  /** `22 Nov`, for charts. */
  short(date: string): string;
  /** `Mon 23 Nov, 07:00` on the zone's clock; undefined when the text is no instant. */
  moment(instant: string, zone: string): string | undefined;
}

interface DateParts {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** How a digest in that language writes dates. */
export function dateWordsOf(language: DigestContent['language']): DateWords {
  const say = textsOf(language);
  const parts = partsReader(language);
  const written = ({ day, month, year }: DateParts): string => say('format.date', { day, month, year });
  /** The first date, without what it shares with the last. */
  const start = (first: DateParts, last: DateParts): string => {
    if (first.year !== last.year) return written(first);
    if (first.month !== last.month) return say('format.dayMonth', { day: first.day, month: first.month });
    return say('digests.dayAlone', { day: first.day });
  };
  const between = (range: DateRange, lead: (read: DateParts, date: string) => string): string => {
    const [first, last] = [parts(range.from), parts(range.to)];
    if (!first || !last) return say('digests.fromTo', { from: range.from, to: range.to });
    return say('digests.fromTo', { from: lead(first, start(first, last)), to: lead(last, written(last)) });
  };
  const date = (text: string): string => {
    const read = parts(text);
    return read ? written(read) : text;
  };
  const onWeekday = ({ weekday }: DateParts, day: string): string =>
    say('digests.onWeekday', { weekday, date: day });
  return {
    date,
    range: (range) => (range.from === range.to ? date(range.from) : between(range, (_read, day) => day)),
    period: (kind, range) => {
      const last = parts(range.to);
      if (!last) return say('digests.fromTo', { from: range.from, to: range.to });
      if (kind === 'day') return onWeekday(last, written(last));
      return kind === 'month' ? `${last.month} ${last.year}` : between(range, onWeekday);
    },
    short: (text) => {
      const read = parts(text);
      return read ? say('format.dayMonth', { day: read.day, month: read.month.slice(0, 3) }) : text;
    },
    moment: (instant, zone) => momentWords(instant, { zone, language }),
  };
}

function partsReader(language: DigestContent['language']): (date: string) => DateParts | undefined {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return (date) => {
    const millis = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
    if (Number.isNaN(millis)) return undefined;
    const found = new Map(format.formatToParts(millis).map(({ type, value }) => [type, value]));
    const part = (name: Intl.DateTimeFormatPartTypes): string => found.get(name) ?? '';
    return { weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') };
  };
}

/** Put together from parts: the joins of `format` differ between versions of the locale data. */
function momentWords(
  instant: string,
  { zone, language }: { readonly zone: string; readonly language: DigestContent['language'] },
): string | undefined {
  const millis = /^[^T]*T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(instant) ? Date.parse(instant) : Number.NaN;
  if (Number.isNaN(millis)) return undefined;
  const found = new Map(
    clockOf(zone, LOCALES[language])
      .formatToParts(millis)
      .map(({ type, value }) => [type, value.replace(/\.$/, '')]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => found.get(name) ?? '';
  const say = textsOf(language);
  const day = say('digests.onWeekday', {
    weekday: part('weekday'),
    date: say('format.dayMonth', { day: part('day'), month: part('month') }),
  });
  return `${day}, ${part('hour')}:${part('minute')}`;
}

/** A zone that this machine does not know is shown as UTC. */
function clockOf(zone: string, locale: string): Intl.DateTimeFormat {
  const options = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  }
}

/** The zone, or `UTC` when this machine does not know it: `moment` shows UTC then, and the text must say so. */
export function zoneKnown(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}
