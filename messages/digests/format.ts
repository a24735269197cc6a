import type { DateRange } from '../../rules/digests/index.ts';
import { LOCALES, textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
import type { DigestContent } from './content.ts';

const KM_PER_MILE = 1.609344;

/** Hours from which on minutes no longer matter. */
const HOURS_ALONE_FROM = 100;

/** Returns how a digest in that language and those units writes its numbers. */
export function measuresOf({ language, units }: Pick<DigestContent, 'language' | 'units'>) {
  const format = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
    const numbers = new Intl.NumberFormat(LOCALES[language], options);
    return (value) => numbers.format(value);
  };
  const say = textsOf(language);
  const count = format({ maximumFractionDigits: 0 });
  const one = format({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return {
    /** `1,284`. */
    count,
    /** A score of 100, with one decimal: `78.4`. */
    score: one,
    /** A bound of scores as it was set, with up to two decimals: `70`, `69.5`. */
    threshold: format({ maximumFractionDigits: 2 }),
    /** A rating of 5, with two decimals: `4.12`. */
    rating: format({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    /** Kilometres in, `512 km` or `318 miles` out; one decimal under 100. */
    distance: (km: number): string => {
      const value = units === 'km' ? km : km / KM_PER_MILE;
      return say(`digests.unit_${units}`, { value: Math.abs(value) < 99.95 ? one(value) : count(value) });
    },
    /** Events per 100 kilometres in, `4.2` per 100 of the reader's unit out. */
    rate: (per100Km: number): string => one(units === 'km' ? per100Km : per100Km * KM_PER_MILE),
    /** `per 100 km`. */
    perHundred: say(`digests.perHundred_${units}`),
    /** Seconds in, `45 s`, `38 min`, `1 h 04 min` or `1,204 h` out. */
    duration: (seconds: number): string => durationWords(seconds, { count, say }),
    /** Formats a share from 0 to 1 as a percentage: 0.125 becomes `12.5%`. */
    share: format({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    /** Formats a difference between two shares in percentage points: 0.025 becomes `2.5`. */
    points: (value: number): string => one(value * 100),
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

interface DateParts {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** Returns how a digest in that language writes its dates, which are whole UTC dates. */
export function dateWordsOf(language: Language) {
  const say = textsOf(language);
  const parts = partsReader(language);
  const written = ({ day, month, year }: DateParts): string => say('format.date', { day, month, year });
  const date = (text: string): string => {
    const read = parts(text);
    return read ? written(read) : text;
  };
  /** Returns the first date, without the parts that the last one repeats. */
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
  const onWeekday = ({ weekday }: DateParts, day: string): string =>
    say('digests.onWeekday', { weekday, date: day });
  return {
    /** `16 November 2026`. */
    date,
    /** `16 to 22 November 2026`, without weekdays. */
    range: (range: DateRange): string =>
      range.from === range.to ? date(range.from) : between(range, (_read, day) => day),
    /** `Monday 16 to Sunday 22 November 2026`, `Sunday 22 November 2026`, or `November 2026` for a month. */
    period: (kind: DigestContent['period']['kind'], range: DateRange): string => {
      const last = parts(range.to);
      if (kind === 'week' || !last) return between(range, onWeekday);
      return kind === 'day' ? onWeekday(last, written(last)) : `${last.month} ${last.year}`;
    },
    /** `22 Nov`, for charts. */
    short: (text: string): string => {
      const read = parts(text);
      return read ? say('format.dayMonth', { day: read.day, month: read.month.slice(0, 3) }) : text;
    },
  };
}

function partsReader(language: Language): (date: string) => DateParts | undefined {
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
