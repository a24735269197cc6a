import { LOCALES, textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';

type Numbers = Readonly<Record<Language, Intl.NumberFormat>>;

function numbers(maximumFractionDigits: number): Numbers {
  return {
    en: new Intl.NumberFormat(LOCALES.en, { maximumFractionDigits }),
    de: new Intl.NumberFormat(LOCALES.de, { maximumFractionDigits }),
  };
}

const NUMBER = numbers(2);
const ONE_DECIMAL = numbers(1);

/** Returns a number with at most two decimals: `1,234.57`. */
export function formatNumber(value: number, language: Language = 'en'): string {
  return NUMBER[language].format(value);
}

/** Returns a distance: `12.4 km`; under a kilometre in metres. */
export function formatDistance(km: number, language: Language = 'en'): string {
  const say = textsOf(language);
  const metres = Math.round(km * 1000);
  return Math.abs(metres) < 1000
    ? say('format.metres', { value: `${metres}` })
    : say('format.kilometres', { value: ONE_DECIMAL[language].format(km) });
}

/** Under this, seconds matter. */
const SECONDS_SHOWN_UNDER = 600;

/** Returns a duration: `45 s`, `1 min 24 s`, `38 min`, `1 h 04 min`. */
export function formatDuration(seconds: number, language: Language = 'en'): string {
  const say = textsOf(language);
  if (seconds < 60) return say('format.seconds', { value: formatNumber(seconds, language) });
  const whole = Math.round(seconds);
  if (whole < SECONDS_SHOWN_UNDER && whole % 60 !== 0)
    return say('format.minutesSeconds', {
      minutes: `${Math.floor(whole / 60)}`,
      seconds: `${whole % 60}`,
    });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return say('format.minutes', { value: `${minutes}` });
  return say('format.hoursMinutes', {
    hours: formatNumber(Math.floor(minutes / 60), language),
    minutes: String(minutes % 60).padStart(2, '0'),
  });
}

/** Returns a speed: `62 km/h`. */
export function formatSpeed(kmph: number, language: Language = 'en'): string {
  return textsOf(language)('format.speed', { value: formatNumber(Math.round(kmph), language) });
}

/** Returns a score: `61 of 100`, or that it cannot be rated; undefined when it was not sent. */
export function formatScore(score: number | null | undefined, language: Language = 'en'): string | undefined {
  if (score === undefined) return undefined;
  const say = textsOf(language);
  return score === null
    ? say('format.cannotBeRated')
    : say('format.ofHundred', { score: ONE_DECIMAL[language].format(score) });
}

/** Returns a fact's value with its unit, as a person reads it. */
export function formatValue(
  value: string | number | boolean,
  unit?: string,
  language: Language = 'en',
): string {
  const say = textsOf(language);
  if (typeof value === 'boolean') return say(value ? 'format.yes' : 'format.no');
  if (typeof value === 'string') return value;
  const shown = formatNumber(value, language);
  switch (unit) {
    case undefined:
    case '':
      return shown;
    case 's':
    case 'seconds':
      return formatDuration(value, language);
    case 'points':
      return say('format.points', { value: shown, count: Math.abs(value) });
    case 'kmph':
      return say('format.speed', { value: shown });
    default: {
      const key = `format.unit_${unit}`;
      return say.known(key, { value: shown }) ?? `${shown} ${unit}`;
    }
  }
}

const NO_BREAK_SPACE = '\u00A0';

/** The space between a number and its unit, and those inside `61 of 100` and `1 h 04 min`. */
const INSIDE_QUANTITY =
  /(?<=\d) (?=(?:km\/h|km|m|miles|Meilen|s|min|Min\.|h|Std\.|points?|Punkte?|alerts?|Alarme?|trips?|Fahrten|Fahrt|%)(?![\p{L}\p{N}]))|(?<=\d) (?=(?:of|von) \d)|(?<=\d (?:of|von)) (?=\d)|(?<=\d (?:h|min|Std\.)) (?=\d\d? (?:s|min|Min\.)(?![\p{L}\p{N}]))/gu;

/** Returns a text in which no line ends between a number and its unit, for places where lines break automatically. */
export function unbroken(text: string): string {
  return text.replace(INSIDE_QUANTITY, NO_BREAK_SPACE);
}
