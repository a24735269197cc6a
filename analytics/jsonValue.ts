import type { DataProblem, Json } from '../rules/vocabulary/index.ts';

/** An object out of `JSON.parse`, of which nothing is known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for a JSON object; false for `null` and for arrays. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own field. An inherited one (`constructor`, `toString`) was not sent, so it does not count. */
export function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Text that any store takes: U+0000 and lone surrogates are legal in JSON, but PostgreSQL refuses both. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Characters of an id. A longer one is no usable id: cut, it would name something else. */
export const LONGEST_ID = 512;
/** Characters of a text that the interface names, such as the name of a sensor, and of any field's name. */
export const LONGEST_NAME = 512;
/** Characters of a text in a field that the interface does not name: one more than rules compare, so that it is still known to be too long. */
export const LONGEST_TEXT = 10_001;

/** A storable text of a length that everything behind the normaliser can afford; what is longer is cut, and noted. */
export function boundedText(text: string, longest: number, note: (message: string) => void): string {
  if (text.length > longest) note(`text of more than ${longest} characters, cut`);
  return storableText(text.slice(0, longest));
}

/** Levels below which `cleanJson` cuts: no field of the interface goes deeper than five. */
const MAX_DEPTH = 64;

/** What `cleanJson` does besides copying. */
export interface CleanJsonOptions {
  /** Rewrites every text, keys included. */
  readonly repair?: (text: string) => string;
  /** Leaves Infinity in place, for a reader that has yet to note where it stood. */
  readonly keepNotFinite?: boolean;
  /** Cuts texts of more characters; names of fields then have at most `LONGEST_NAME`. */
  readonly longestText?: number;
  /** Called for each value that could not be stored. */
  readonly note?: (message: string) => void;
}

/**
 * Copies a JSON value into one that is safe to hand on: texts are storable, numbers finite (`1e999` parses to Infinity),
 * nesting is bounded, and `__proto__` is left out, because a later `target[name] = value` would set a prototype with it.
 */
export function cleanJson(value: unknown, options: CleanJsonOptions = {}): Json {
  const { longestText = Infinity, note = () => undefined } = options;
  const repair = (text: string, longest = longestText): string =>
    boundedText(options.repair ? options.repair(text) : text, longest, note);
  const longestName = longestText === Infinity ? Infinity : LONGEST_NAME;
  const copy = (item: unknown, depth: number): Json => {
    if (typeof item === 'string') return repair(item);
    if (typeof item === 'number')
      return options.keepNotFinite || Number.isFinite(item) ? item + 0 : drop('a number that is not finite');
    if (typeof item === 'boolean' || item === null) return item;
    if (typeof item !== 'object') return drop('something that is not JSON');
    if (depth >= MAX_DEPTH) return drop(`nested deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(item)) return item.map((entry: unknown) => copy(entry, depth + 1));
    const entries = Object.entries(item).filter(
      ([name]) => name !== '__proto__' || drop('a field `__proto__`'),
    );
    return Object.fromEntries(
      entries.map(([name, entry]) => [repair(name, longestName), copy(entry, depth + 1)]),
    );
  };
  const drop = (message: string): null => {
    note(`${message}, left out`);
    return null;
  };
  return copy(value, 0);
}

/** The same fields, those that may be undefined made optional. */
type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the fields that are undefined: in the normalised shapes, absent means unknown. */
export function present<T extends object>(fields: T): Present<T> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Present<T>;
}

/** Problems kept of one body: a section with a thousand broken points says nothing more than one with a hundred. */
const MAX_PROBLEMS = 100;

/** Collects what was wrong with one body, without the values: those may be positions. */
export class ProblemList {
  readonly #kept: DataProblem[] = [];
  #leftOut = 0;

  /** Notes one problem; past the first hundred they are only counted. */
  add(pointer: string, message: string): void {
    if (this.#kept.length < MAX_PROBLEMS) this.#kept.push({ pointer, message });
    else this.#leftOut += 1;
  }

  /** What was noted, in the order of reading. */
  list(): readonly DataProblem[] {
    if (this.#leftOut === 0) return [...this.#kept];
    return [...this.#kept, { pointer: '', message: `${this.#leftOut} more problems are not listed` }];
  }
}

/** One more step of a JSON pointer (RFC 6901); a name is customer data, so an endless one is cut. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${String(name).slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
