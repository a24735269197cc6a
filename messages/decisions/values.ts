import { shortened } from '../../rules/vocabulary/index.ts';
import type { Json } from '../../rules/vocabulary/index.ts';
import { LOCALES, textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';

/** Properties of a fact that change how a sentence about it is worded, besides its label. */
export interface ShownFact {
  readonly unit?: string;
  /** True if the label is in the plural. */
  readonly isPlural?: true;
  /** Kind of the value: quoted text, weekday, object, instant, day, or hour of the day. Absent for other values. */
  readonly kind?: 'text' | 'weekday' | 'object' | 'time' | 'date' | 'clock';
}

/** German number format that keeps all decimals: `1.234,5`. English numbers are shown here without a thousands separator. */
const GERMAN = new Intl.NumberFormat(LOCALES.de, { maximumFractionDigits: 20 });

function written(value: number, language: Language): string {
  return language === 'de' && Math.abs(value) < 1e15 ? GERMAN.format(value) : String(value);
}

/** Returns a number with at most two decimals, or with more decimals if two would show zero. */
export function shownNumber(value: number, language: Language): string {
  return written(shortened(value), language);
}

/** Returns a number with enough decimals to look different from another number, such as the limit beside it. */
function numberBeside(value: number, other: number | undefined, language: Language): string {
  const short = shownNumber(value, language);
  if (other === undefined || other === value) return short;
  return short === shownNumber(other, language) ? written(value, language) : short;
}

/** Returns seconds as a readable duration, such as `95 s`, `20 min` or `2 h 5 min`. */
export function shownSeconds(value: number, language: Language): string {
  const say = textsOf(language);
  const sign = value < 0 ? '-' : '';
  const seconds = Math.abs(value);
  if (seconds < 120) return sign + say('format.seconds', { value: shownNumber(seconds, language) });
  const whole = Math.round(seconds);
  const parts = [
    ['format.unit_d', Math.floor(whole / 86_400)],
    ['format.unit_h', Math.floor((whole % 86_400) / 3_600)],
    ['format.unit_min', Math.floor((whole % 3_600) / 60)],
    ['format.seconds', whole % 60],
  ] as const;
  const shown = parts.filter(([, count]) => count > 0).map(([key, count]) => say(key, { value: `${count}` }));
  return sign + shown.join(' ');
}

/** Returns a number with its unit. The text differs from the text of the number `beside`, unless both numbers are equal. */
export function shownMeasure(
  value: number,
  { unit }: ShownFact,
  { language, beside }: { readonly language: Language; readonly beside?: Json | undefined },
): string {
  const other = typeof beside === 'number' ? beside : undefined;
  if (unit === 's') {
    const seconds = shownSeconds(value, language);
    if (other === undefined || other === value || seconds !== shownSeconds(other, language)) return seconds;
  }
  const number = numberBeside(value, other, language);
  if (unit === undefined) return number;
  const say = textsOf(language);
  if (unit === 'points') {
    const isOne = number === '1' || number === '-1';
    return say('format.points', { value: number, count: isOne ? 1 : 2 });
  }
  if (unit === 's') return say('format.seconds', { value: number });
  return say.known(`format.unit_${unit}`, { value: number }) ?? `${number} ${unit}`;
}

const LONGEST_TEXT = 60;
const MOST_LISTED = 5;

/**
 * Returns a value with its unit, as a sentence shows it. A number's text differs from the text of the number `beside`, unless
 * both numbers are equal.
 */
export function shownValue(
  value: Json,
  fact: ShownFact,
  given: { readonly language: Language; readonly beside?: Json | undefined },
): string {
  const say = textsOf(given.language);
  if (typeof value === 'string') {
    if (value.length > LONGEST_TEXT)
      return say('decisions.quoted', { text: `${value.slice(0, LONGEST_TEXT)}…` });
    const weekday = fact.kind === 'weekday' ? say.known(`facts.weekday_${value}`) : undefined;
    if (weekday !== undefined) return weekday;
    return fact.kind === 'text' || fact.kind === 'object' ? say('decisions.quoted', { text: value }) : value;
  }
  if (typeof value === 'boolean') return say(value ? 'format.yes' : 'format.no');
  if (typeof value === 'number') return shownMeasure(value, fact, given);
  if (!Array.isArray(value)) return say('decisions.object');
  const items = value as readonly Json[];
  const shown = items.slice(0, MOST_LISTED).map((item) => shownValue(item, fact, given));
  if (shown.length === 0) return say('decisions.none');
  const list = shown.join(', ');
  const more = items.length - shown.length;
  return more > 0 ? say('decisions.listMore', { list, count: `${more}` }) : list;
}
