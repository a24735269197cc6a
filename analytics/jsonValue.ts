import type { DataProblem, Json } from '../rules/vocabulary/index.ts';

/** An object from `JSON.parse` whose fields are unknown. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns true for a JSON object, and false for `null` and for arrays. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object's own field. Inherited fields (`constructor`, `toString`) are ignored, because they were not sent. */
export function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns text that every store accepts: U+0000 and lone surrogates are legal in JSON, but PostgreSQL refuses both. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Maximum length of an id. A longer id is unusable, because a cut id would name something else. */
export const LONGEST_ID = 512;
/** Maximum length of a text that the interface names, such as the name of a sensor, and of any field's name. */
export const LONGEST_NAME = 512;
/**
 * Maximum length of a text in a field that the interface does not name. It is one more than rules compare, so that rules still
 * see that the text is too long.
 */
export const LONGEST_TEXT = 10_001;

/** Returns a storable text of at most `longest` characters. Cuts a longer text and notes that. */
export function boundedText(text: string, longest: number, note: (message: string) => void): string {
  if (text.length > longest) note(`text of more than ${longest} characters, cut`);
  return storableText(text.slice(0, longest));
}

/** Maximum nesting that `cleanJson` keeps. No field of the interface is nested deeper than five levels. */
const MAX_DEPTH = 64;

/** Options of `cleanJson` besides copying. */
export interface CleanJsonOptions {
  /** Rewrites every text, keys included. */
  readonly repair?: (text: string) => string;
  /** Leaves Infinity in place, for a reader that still has to note its place. */
  readonly keepNotFinite?: boolean;
  /** Maximum length of texts, above which they are cut; names of fields then have at most `LONGEST_NAME` characters. */
  readonly longestText?: number;
  /** Called for each value that could not be stored. */
  readonly note?: (message: string) => void;
}

/**
 * Copies a JSON value into one that is safe to pass on: texts are storable, numbers finite (`1e999` parses to Infinity), and
 * nesting is bounded. Leaves out `__proto__`, because a later `target[name] = value` would set a prototype with it.
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

/** The same fields, with those that may be undefined made optional. */
type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Omits undefined fields, because absent means unknown in the normalised shapes. */
export function present<T extends object>(fields: T): Present<T> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Present<T>;
}

/** Maximum number of problems stored for one body, because further ones add no information. */
const MAX_PROBLEMS = 100;

/** Collects the problems of one body without the values, because those may be positions. */
export class ProblemList {
  readonly #kept: DataProblem[] = [];
  #leftOut = 0;

  /** Notes one problem. After the first hundred, problems are only counted. */
  add(pointer: string, message: string): void {
    if (this.#kept.length < MAX_PROBLEMS) this.#kept.push({ pointer, message });
    else this.#leftOut += 1;
  }

  /** Returns the noted problems in the order of reading. */
  list(): readonly DataProblem[] {
    if (this.#leftOut === 0) return [...this.#kept];
    return [...this.#kept, { pointer: '', message: `${this.#leftOut} more problems are not listed` }];
  }
}

/** Appends one step to a JSON pointer (RFC 6901). Cuts long names, because names are customer data of any length. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${String(name).slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
