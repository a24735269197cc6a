import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** A value that is a JSON text already, as `storableJson` makes it: a large one need not be parsed to be stored. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the JSON text of a value. What PostgreSQL refuses in a text, U+0000 and half a surrogate pair, becomes U+FFFD. */
export function storableJson(value: unknown): string {
  return storable(JSON.stringify(value));
}

/** Returns a value for a `jsonb` column; see `storableJson`. */
export function jsonb<T>(value: T | JsonText): RawBuilder<T> {
  return sql<T>`${value instanceof JsonText ? value.text : storableJson(value)}::jsonb`;
}

/** Returns a value for a `json` column: like `jsonb`, and the keys keep their order. */
export function json<T>(value: T): RawBuilder<T> {
  return sql<T>`${storableJson(value)}::json`;
}

/** Returns a value like `jsonb`, with SQL's null for an absent value. */
export function jsonbOrNull<T>(value: T | JsonText | undefined): RawBuilder<T> | null {
  return value === undefined ? null : jsonb(value);
}

/** Every escape of a JSON text, so that `\\u0000` (a backslash and a word) is not taken for U+0000. */
const ESCAPES = /\\(?:u[0-9a-f]{4}|.)/gi;

/** Replaces NUL and lone surrogates. JSON.stringify writes them, and besides them only control characters, as `\uXXXX`. */
function storable(text: string): string {
  if (!text.includes('\\u')) return text;
  return text.replace(ESCAPES, (escape) => (/^\\u(0000|d[89a-f])/i.test(escape) ? '\\ufffd' : escape));
}
