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
const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
const TIME_UNITS = { en: ['s', 'min', 'h'], de: ['s', 'Min.', 'Std.'] } as const;
const PER_HUNDRED = {
  en: { km: 'per 100 km', miles: 'per 100 miles' },
  de: { km: 'je 100 km', miles: 'je 100 Meilen' },
} as const;
const DISTANCE_UNITS = {
  en: { km: 'km', miles: 'miles' },
  de: { km: 'km', miles: 'Meilen' },
} as const;

/** From so many hours on, minutes no longer matter. */
const HOURS_ALONE_FROM = 100;

/** How a digest in that language and those units writes its numbers. */
export function measuresOf({ language, units }: Pick<DigestContent, 'language' | 'units'>): Measures {
  const format = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
    const numbers = new Intl.NumberFormat(LOCALES[language], options);
    return (value) => numbers.format(value);
  };
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
      return `${Math.abs(value) < 99.95 ? one(value) : count(value)} ${DISTANCE_UNITS[language][units]}`;
    },
    rate: (per100Km) => one(units === 'km' ? per100Km : per100Km * KM_PER_MILE),
    perHundred: PER_HUNDRED[language][units],
    duration: (seconds) => durationWords(seconds, { count, names: TIME_UNITS[language] }),
    share: format({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    points: (value) => one(value * 100),
  };
}

function durationWords(
  seconds: number,
  {
    count,
    names: [s, min, h],
  }: { readonly count: (value: number) => string; readonly names: readonly [string, string, string] },
): string {
  if (Math.round(seconds) < 60) return `${count(seconds)} ${s}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} ${min}`;
  const hours = Math.floor(minutes / 60);
  if (hours >= HOURS_ALONE_FROM) return `${count(minutes / 60)} ${h}`;
  return `${hours} ${h} ${String(minutes % 60).padStart(2, '0')} ${min}`;
}
