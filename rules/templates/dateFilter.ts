import { messageOf, sentence } from '../documents/index.ts';
import { instantMillis, offsetMillis } from '../time/index.ts';
import type { FilterPlace } from './unknownValues.ts';

const NO_TIME = messageOf(sentence('templateDate'));
const NO_ZONE = messageOf(sentence('templateZone'));
const DEFAULT_FORMAT = '%A, %B %-e, %Y at %-l:%M %P %z';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const OFFSET = /([+-])(\d{2}):?(\d{2})$/;
const MINUTE_MILLIS = 60_000;

/** An instant with the local time that is shown for it. */
interface Shown {
  /** The local date and time, stored in the Date's UTC fields. */
  readonly wall: Date;
  readonly millis: number;
  readonly offsetMinutes: number;
  readonly zone: string | undefined;
}

/**
 * Returns the UTC offset at the end of a text in minutes. Returns `undefined` if there is none, or if it is not a valid offset.
 */
function offsetOf(text: string): number | undefined {
  if (/Z$/i.test(text)) return 0;
  const [, sign, hours, minutes] = OFFSET.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function zoneOffset(zone: unknown, millis: number): number {
  if (typeof zone !== 'string' || zone === '') throw new Error(NO_ZONE);
  const fixed = /^(?:Z|[+-]\d{2}:?\d{2})$/i.test(zone) ? offsetOf(zone) : undefined;
  if (fixed !== undefined) return fixed;
  try {
    return Math.round(offsetMillis(millis, zone) / MINUTE_MILLIS);
  } catch {
    throw new Error(NO_ZONE);
  }
}

function dayOfYear({ wall }: Shown): number {
  return Math.floor((wall.getTime() - Date.UTC(wall.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** Returns the number of the week in the year. Week 1 begins with the year's first `firstDay`; days before it are in week 0. */
function weekOfYear(shown: Shown, firstDay: number): number {
  const sinceFirstDay = (shown.wall.getUTCDay() - firstDay + 7) % 7;
  return Math.floor((dayOfYear(shown) + 6 - sinceFirstDay) / 7);
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

function digits(value: number, width = 2): string {
  return `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(width, '0')}`;
}

function spaced(value: number): string {
  return String(value).padStart(2, ' ');
}

function writtenOffset({ offsetMinutes }: Shown, colon: string): string {
  const all = Math.abs(offsetMinutes);
  return `${offsetMinutes < 0 ? '-' : '+'}${digits(Math.floor(all / 60))}${colon}${digits(all % 60)}`;
}

function twelve({ wall }: Shown): number {
  return wall.getUTCHours() % 12 || 12;
}

/** Directives that are short for several others. */
const TOGETHER: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  T: '%H:%M:%S',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

/** The output of each directive of Ruby's `strftime`, in English. */
const DIRECTIVES: Readonly<Record<string, (shown: Shown) => string>> = {
  a: ({ wall }) => DAYS[wall.getUTCDay()]!.slice(0, 3),
  A: ({ wall }) => DAYS[wall.getUTCDay()]!,
  b: ({ wall }) => MONTHS[wall.getUTCMonth()]!.slice(0, 3),
  B: ({ wall }) => MONTHS[wall.getUTCMonth()]!,
  C: ({ wall }) => digits(Math.floor(wall.getUTCFullYear() / 100)),
  d: ({ wall }) => digits(wall.getUTCDate()),
  e: ({ wall }) => spaced(wall.getUTCDate()),
  h: ({ wall }) => MONTHS[wall.getUTCMonth()]!.slice(0, 3),
  H: ({ wall }) => digits(wall.getUTCHours()),
  I: (shown) => digits(twelve(shown)),
  j: (shown) => digits(dayOfYear(shown), 3),
  k: ({ wall }) => spaced(wall.getUTCHours()),
  l: (shown) => spaced(twelve(shown)),
  L: ({ wall }) => digits(wall.getUTCMilliseconds(), 3),
  m: ({ wall }) => digits(wall.getUTCMonth() + 1),
  M: ({ wall }) => digits(wall.getUTCMinutes()),
  n: () => '\n',
  N: ({ wall }) => `${digits(wall.getUTCMilliseconds(), 3)}000000`,
  p: ({ wall }) => (wall.getUTCHours() < 12 ? 'AM' : 'PM'),
  P: ({ wall }) => (wall.getUTCHours() < 12 ? 'am' : 'pm'),
  q: ({ wall }) => ordinal(wall.getUTCDate()),
  s: ({ millis }) => String(Math.floor(millis / 1000)),
  S: ({ wall }) => digits(wall.getUTCSeconds()),
  t: () => '\t',
  u: ({ wall }) => String(wall.getUTCDay() || 7),
  U: (shown) => digits(weekOfYear(shown, 0)),
  w: ({ wall }) => String(wall.getUTCDay()),
  W: (shown) => digits(weekOfYear(shown, 1)),
  y: ({ wall }) => digits(((wall.getUTCFullYear() % 100) + 100) % 100),
  Y: ({ wall }) => digits(wall.getUTCFullYear(), 4),
  z: (shown) => writtenOffset(shown, ''),
  Z: (shown) => shown.zone ?? writtenOffset(shown, ''),
  '%': () => '%',
};
/** Matches a directive: `%`, flags, a width, and the directive's letter. */
const DIRECTIVE = /%([-_0^#:]*)(\d*)(.)/gsu;
const SPACED = new Set([...'aAbBcehklpP']);

/** Applies the flags and the width of a directive to its output. */
function fitted(text: string, { flags, width }: { flags: string; width: number }, directive: string): string {
  let fit = text;
  if (flags.includes('^')) fit = fit.toUpperCase();
  else if (flags.includes('#')) fit = fit === fit.toUpperCase() ? fit.toLowerCase() : fit.toUpperCase();
  const isNumber = /^[ 0-9]+$/.test(fit);
  if (isNumber && flags.includes('-')) return fit.replace(/^[ 0]+(?=\d)/, '');
  if (isNumber && flags.includes('_')) fit = fit.replace(/^0+(?=\d)/, (zeros) => ' '.repeat(zeros.length));
  if (isNumber && flags.includes('0')) fit = fit.replaceAll(' ', '0');
  const pad = flags.includes('_') || (SPACED.has(directive) && !flags.includes('0')) ? ' ' : '0';
  return fit.padStart(width, pad);
}

function formatted(shown: Shown, format: string, memory: FilterPlace['context']['memoryLimit']): string {
  return format.replaceAll(DIRECTIVE, (written, ...[flags, digitsOfWidth, directive]: string[]) => {
    const text = textOf(shown, { flags: flags!, directive: directive! }, memory);
    if (text === undefined) return written;
    const width = Number(digitsOfWidth);
    memory.use(Math.max(width, text.length));
    return fitted(text, { flags: flags!, width }, directive!);
  });
}

function textOf(
  shown: Shown,
  { flags, directive }: { readonly flags: string; readonly directive: string },
  memory: FilterPlace['context']['memoryLimit'],
): string | undefined {
  if (directive === 'z' && flags.includes(':')) return writtenOffset(shown, ':');
  const together = TOGETHER[directive];
  return together === undefined ? DIRECTIVES[directive]?.(shown) : formatted(shown, together, memory);
}

/**
 * Implements Liquid's `date` filter: formats a time by `strftime`, at the time's own UTC offset or in a given time zone. It
 * replaces the filter of liquidjs, which uses time zone and language of the process and skips an hour at clock changes.
 *
 * Inputs that depend on the current time, such as "now", are refused, because one decision must always give the same text.
 */
export function dateFilter(this: FilterPlace, value: unknown, ...[format, zone]: unknown[]): string {
  const millis = typeof value === 'string' ? instantMillis(value) : undefined;
  if (typeof value !== 'string' || millis === undefined) throw new Error(NO_TIME);
  const offsetMinutes = zone === undefined ? (offsetOf(value) ?? 0) : zoneOffset(zone, millis);
  const wall = new Date(millis + offsetMinutes * MINUTE_MILLIS);
  const text = typeof format === 'string' ? format : DEFAULT_FORMAT;
  const { memoryLimit } = this.context;
  memoryLimit.use(text.length);
  return formatted({ wall, millis, offsetMinutes, zone: zone as string | undefined }, text, memoryLimit);
}
