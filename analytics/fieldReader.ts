import { idOfNumber } from '../rules/json/index.ts';
import type { JsonObject } from '../rules/vocabulary/index.ts';
import {
  LONGEST_ID,
  LONGEST_NAME,
  LONGEST_TEXT,
  boundedText,
  cleanJson,
  isRecord,
  own,
  pointerTo,
} from './jsonValue.ts';
import type { JsonRecord, ProblemList } from './jsonValue.ts';

/** Range of numbers, including both ends. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** Range of distances, durations and speeds. Negative values are refused, because rules such as "too short" would match them. */
export const NOT_NEGATIVE: NumberRange = { min: 0, max: Number.MAX_VALUE };
export const FRACTION: NumberRange = { min: 0, max: 1 };
export const LATITUDE: NumberRange = { min: -90, max: 90 };
export const LONGITUDE: NumberRange = { min: -180, max: 180 };
/** Range of milliseconds that a `Date` can represent. */
export const EPOCH_MILLIS: NumberRange = { min: -8.64e15, max: 8.64e15 };

/** Returns true for a field that is missing, `null` or `NA`, which is the service's text for "none". */
export function isLacking(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === 'NA');
}

/** Returns a value's type in plain words, without the value. */
export function typeInWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  const words: Readonly<Record<string, string>> = {
    string: 'text',
    boolean: 'a boolean',
    number: 'a number',
  };
  return words[typeof value] ?? 'an object';
}

/**
 * Reader of the fields of one object from the service. Records a problem for a field of the wrong type, and treats it as absent.
 * Never converts values ("40" is not a number). Remembers which fields were read, so that `unnamed()` can return the others.
 */
export class FieldReader {
  readonly #record: JsonRecord;
  readonly #pointer: string;
  readonly #problems: ProblemList;
  readonly #asked = new Set<string>();

  constructor(value: unknown, pointer: string, problems: ProblemList) {
    this.#record = isRecord(value) ? value : {};
    this.#pointer = pointer;
    this.#problems = problems;
    if (!isRecord(value) && !isLacking(value))
      problems.add(pointer, `${typeInWords(value)} where an object belongs`);
  }

  /** Returns the field's value as sent. */
  value(name: string): unknown {
    this.#asked.add(name);
    return own(this.#record, name);
  }

  /** Records a problem of the field. */
  note(name: string, message: string): void {
    this.#problems.add(pointerTo(this.#pointer, name), message);
  }

  /** Reads a text. An empty text or `NA` is absent. A long text is cut. */
  text(name: string): string | undefined {
    const value = this.value(name);
    if (isLacking(value)) return undefined;
    if (typeof value !== 'string') return this.#wrong(name, 'text');
    return value.trim() === ''
      ? undefined
      : boundedText(value, LONGEST_NAME, (message) => this.note(name, message));
  }

  /**
   * Reads an id: a text, or a number as text (see `idOfNumber`). Refuses a number that lost digits in parsing, and a text that is
   * too long, because a changed id would refer to something else.
   */
  id(name: string): string | undefined {
    const value = this.value(name);
    if (typeof value === 'string' && value.length > LONGEST_ID) {
      this.note(name, `text of more than ${LONGEST_ID} characters where an id belongs`);
      return undefined;
    }
    if (typeof value === 'string' && value.includes('\uFFFD')) {
      this.note(name, 'text with a character that was lost where an id belongs');
      return undefined;
    }
    if (typeof value !== 'number') return this.text(name);
    const id = idOfNumber(value);
    if (id === undefined) this.note(name, 'a number with too many digits where an id belongs');
    return id;
  }

  /** Reads a finite number within the range. */
  number(name: string, range: NumberRange): number | undefined {
    const value = this.value(name);
    if (isLacking(value)) return undefined;
    if (typeof value !== 'number') return this.#wrong(name, 'a number');
    if (!Number.isFinite(value)) this.note(name, 'a number that is not finite');
    // Adds 0 to convert -0 into 0, because JSON does not preserve -0.
    else if (value >= range.min && value <= range.max) return value + 0;
    else this.note(name, `a number outside ${rangeInWords(range)}`);
    return undefined;
  }

  /** Reads a whole number that is not negative. */
  count(name: string): number | undefined {
    const value = this.number(name, NOT_NEGATIVE);
    if (value === undefined || Number.isSafeInteger(value)) return value;
    this.note(name, 'a number that is not whole');
    return undefined;
  }

  /** Reads an ISO 8601 time with a UTC offset; see `toTimestamp`. */
  timestamp(name: string): string | undefined {
    const text = this.text(name);
    const timestamp = text === undefined ? undefined : toTimestamp(text);
    if (text !== undefined && timestamp === undefined)
      this.note(name, 'text that is not an ISO 8601 time with an offset');
    return timestamp;
  }

  /** Reads a date, `YYYY-MM-DD`. */
  date(name: string): string | undefined {
    const text = this.text(name);
    const date = text === undefined ? undefined : toDate(text);
    if (text !== undefined && date === undefined) this.note(name, 'text that is not a date (YYYY-MM-DD)');
    return date;
  }

  /** Returns a reader of the object in the field, or `undefined` when there is no object. */
  object(name: string): FieldReader | undefined {
    const value = this.value(name);
    if (isLacking(value)) return undefined;
    if (!isRecord(value)) return this.#wrong(name, 'an object');
    return new FieldReader(value, pointerTo(this.#pointer, name), this.#problems);
  }

  /**
   * Returns each element of the list in the field with its JSON pointer, or `undefined` when there is no list.
   * @param of as for `elementsOf`
   */
  list(name: string, ...of: readonly string[]): readonly ListElement[] | undefined {
    const value = this.value(name);
    if (isLacking(value)) return undefined;
    const elements = elementsOf(value, of);
    if (!elements) return this.#wrong(name, 'a list');
    const parent = pointerTo(this.#pointer, name);
    return elements.map((item, index) => ({ item, pointer: pointerTo(parent, index) }));
  }

  /** Returns the names of all fields that were sent. */
  names(): readonly string[] {
    return Object.keys(this.#record);
  }

  /** Returns the fields that were never read, as sent but cleaned (see `cleanJson`). */
  unnamed(): JsonObject {
    const entries = Object.entries(this.#record).filter(
      ([name]) => !this.#asked.has(name) && name !== '__proto__',
    );
    if (Object.hasOwn(this.#record, '__proto__')) this.note('__proto__', 'a field that cannot be stored');
    return Object.fromEntries(
      entries.map(([name, value]) => {
        const note = (message: string): void => this.note(name, message);
        return [boundedText(name, LONGEST_NAME, note), cleanJson(value, { longestText: LONGEST_TEXT, note })];
      }),
    );
  }

  #wrong(name: string, wanted: string): undefined {
    this.note(name, `${typeInWords(own(this.#record, name))} where ${wanted} belongs`);
  }
}

/**
 * Returns the elements of a list. Some encoders write a list of one element as that element, and a list with removed rows as an
 * object with indexes. Any other object is not a list.
 * @param of field names; a single element must have at least one of them
 */
export function elementsOf(value: unknown, of: readonly string[]): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isRecord(value)) return undefined;
  const names = Object.keys(value);
  if (names.length > 0 && names.every((name) => /^\d{1,9}$/.test(name))) return Object.values(value);
  return of.some((name) => own(value, name) !== undefined) ? [value] : undefined;
}

/** One element of a list before it is read. */
export interface ListElement {
  readonly item: unknown;
  readonly pointer: string;
}

function rangeInWords(range: NumberRange): string {
  return range.max === Number.MAX_VALUE ? `${range.min} and up` : `${range.min} to ${range.max}`;
}

const TIMESTAMP =
  /^(\d{4})-?(\d\d)-?(\d\d)[Tt ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,30}))?)? ?(?:[Zz]|([+\u2212-])(\d\d)(?::?(\d\d))?)(?:\[[^\]]{1,64}\])?$/;
const DATE = /^(\d{4})(-?)(\d\d)\2(\d\d)$/;

/** Largest UTC offset in hours that is accepted. No time zone is further from UTC than 14 hours, and PostgreSQL refuses 16. */
const MAX_OFFSET_HOURS = 15;
/** Number of digits of a second's fraction that are kept. */
const FRACTION_DIGITS = 9;

/**
 * Reads an ISO 8601 timestamp with a UTC offset. Accepts extended and basic form, decimal point and comma, a leap second, and a
 * zone in brackets (RFC 9557). Returns a uniform spelling (`T`, `Z`, `+05:30` for `+0530`). Keeps the offset, because local hours
 * need it.
 * @returns undefined when the text is something else, has no offset, or names a time that does not exist
 */
function toTimestamp(text: string): string | undefined {
  const match = TIMESTAMP.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction, sign, offsetHour, offsetMinute = '00'] =
    match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  if (Number(offsetHour ?? 0) > MAX_OFFSET_HOURS || Number(offsetMinute) > 59) return undefined;
  const offset = sign === undefined ? 'Z' : `${sign === '+' ? '+' : '-'}${offsetHour}:${offsetMinute}`;
  const part = fraction === undefined ? '' : `.${fraction.slice(0, FRACTION_DIGITS)}`;
  const isLeap = second === '60';
  const clock = `${year}-${month}-${day}T${hour}:${minute}:${isLeap ? '59' : second}`;
  return `${isLeap ? secondAfter(clock) : clock}${part}${offset}`;
}

/** Returns the time one second later. Used to replace a leap second, because no other code here supports leap seconds. */
function secondAfter(clock: string): string {
  return new Date(Date.parse(`${clock}Z`) + 1_000).toISOString().slice(0, 19);
}

/** Returns a date as `YYYY-MM-DD`, or `undefined` if it does not exist. */
function toDate(text: string): string | undefined {
  const [, year, , month, day] = DATE.exec(text.trim()) ?? [];
  const exists = year !== undefined && isDay(Number(year), Number(month), Number(day));
  return exists ? `${year}-${month}-${day}` : undefined;
}

/** Returns true for a day that exists. Compares the month, because `Date` converts 30 February into a day in March. */
function isDay(year: number, month: number, day: number): boolean {
  return year >= 1000 && new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}
