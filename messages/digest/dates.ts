import type { DateRange, DigestContent } from './content.ts';

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

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;

/** How a digest in that language writes dates. */
export function dateWordsOf(language: DigestContent['language']): DateWords {
  const parts = partsReader(language);
  const dot = language === 'de' ? '.' : '';
  const comma = language === 'de' ? ',' : '';
  const to = language === 'de' ? 'bis' : 'to';
  const written = ({ day, month, year }: DateParts): string => `${day}${dot} ${month} ${year}`;
  const between = ({ from, to: last }: DateRange, lead: (date: DateParts) => string): string => {
    const [one, other] = [parts(from), parts(last)];
    if (!one || !other) return `${from} ${to} ${last}`;
    const first = [
      `${one.day}${dot}`,
      ...(one.month === other.month && one.year === other.year ? [] : [one.month]),
    ];
    if (one.year !== other.year) first.push(one.year);
    return `${lead(one)}${first.join(' ')} ${to} ${lead(other)}${written(other)}`;
  };
  const date = (text: string): string => {
    const read = parts(text);
    return read ? written(read) : text;
  };
  const weekday = (read: DateParts): string => `${read.weekday}${comma} `;
  return {
    date,
    range: (range) => (range.from === range.to ? date(range.from) : between(range, () => '')),
    period: (kind, range) => {
      const last = parts(range.to);
      if (!last) return `${range.from} ${to} ${range.to}`;
      if (kind === 'day') return `${weekday(last)}${written(last)}`;
      return kind === 'month' ? `${last.month} ${last.year}` : between(range, weekday);
    },
    short: (text) => {
      const read = parts(text);
      return read ? `${read.day}${dot} ${read.month.slice(0, 3)}` : text;
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
  const day =
    language === 'de'
      ? `${part('weekday')}, ${part('day')}. ${part('month')}`
      : `${part('weekday')} ${part('day')} ${part('month')}`;
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
