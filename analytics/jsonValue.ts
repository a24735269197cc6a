import type { DataProblem, Json } from '../rules/vocabulary/index.ts';

/** An object from `JSON.parse` whose fields are not checked yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns true for a JSON object, and false for `null` and for arrays. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object's own field. Ignores inherited fields (`constructor`, `toString`), because they were not sent. */
export function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns a text that every store accepts. Replaces U+0000 and lone surrogates, which JSON allows but PostgreSQL refuses. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Largest length of an id. A longer id is unusable, because a cut id would refer to something else. */
export const LONGEST_ID = 512;
/** Largest length of a field's name, and of a text in a field that the interface defines, such as the name of a sensor. */
export const LONGEST_NAME = 512;
/**
 * Largest length of a text in a field that the interface does not define. It is one more than rules compare, so that rules notice
 * a text that is too long.
 */
export const LONGEST_TEXT = 10_001;

/** Returns a storable text of at most `longest` characters. Cuts a longer text and reports that with `note`. */
export function boundedText(text: string, longest: number, note: (message: string) => void): string {
  if (text.length > longest) note(`text of more than ${longest} characters, cut`);
  return storableText(text.slice(0, longest));
}

/** Largest nesting that `cleanJson` keeps. No field of the interface has more than five levels. */
const MAX_DEPTH = 64;

/** Options of `cleanJson`. */
export interface CleanJsonOptions {
  /** Changes every text, including names of fields. */
  readonly repair?: (text: string) => string;
  /** Whether Infinity stays, so that a later reader can record where it was. */
  readonly keepNotFinite?: boolean;
  /** Length at which texts are cut; names of fields are then cut at `LONGEST_NAME` characters. Without it, nothing is cut. */
  readonly longestText?: number;
  /** Called for each value that could not be kept as sent. */
  readonly note?: (message: string) => void;
}

/**
 * Copies a JSON value so that it is safe to store: texts are storable, numbers are finite (`1e999` parses to Infinity), and the
 * nesting is limited. Omits `__proto__`, because a later `target[name] = value` would change a prototype.
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

/** The same type, with fields that may be undefined made optional. */
type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Omits undefined fields, because an absent field means "unknown" in normalised data. */
export function present<T extends object>(fields: T): Present<T> {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Present<T>;
}

/** Largest number of problems that are stored for one body, because further ones add no information. */
const MAX_PROBLEMS = 100;

/** Collector of the problems of one body. It stores no values, because those may be positions. */
export class ProblemList {
  readonly #kept: DataProblem[] = [];
  #leftOut = 0;

  /** Records a problem. After the first hundred, only their number is recorded. */
  add(pointer: string, message: string): void {
    if (this.#kept.length < MAX_PROBLEMS) this.#kept.push({ pointer, message });
    else this.#leftOut += 1;
  }

  /** Returns the recorded problems, in the order in which they were found. */
  list(): readonly DataProblem[] {
    if (this.#leftOut === 0) return [...this.#kept];
    return [...this.#kept, { pointer: '', message: `${this.#leftOut} more problems are not listed` }];
  }
}

/** Appends a step to a JSON pointer (RFC 6901). Cuts long names, because names are customer data of any length. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${String(name).slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
