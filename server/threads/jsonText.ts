import { breakOf, endOfString, placeAt, sentence } from '../../rules/documents/index.ts';
import type { Sentence } from '../../rules/documents/index.ts';

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A body of up to so many bytes is parsed where it is, whatever it holds. */
const ALWAYS_LIGHT_BYTES = 65_536;
/** Above this, even a body of few values takes long enough to be parsed elsewhere. */
const NEVER_LIGHT_BYTES = 1_048_576;
/** Values that are parsed where they are: some milliseconds, whatever they are. */
const LIGHT_VALUES = 20_000;
/** Longer texts are not searched: the answer is for a person who wrote the text. */
const LONGEST_SEARCHED = 131_072;

/** Whether a body may be parsed between other requests: what takes longer than some 10 ms goes to a thread. */
export function isLightJson(bytes: Uint8Array): boolean {
  if (bytes.length <= ALWAYS_LIGHT_BYTES) return true;
  // A text may hold JSON of its own.
  if (bytes.length > NEVER_LIGHT_BYTES || bytes[0] === QUOTE) return false;
  return !hasMoreValues(bytes, LIGHT_VALUES);
}

/** Whether JSON holds more than so many values, names of members not counted; one pass that ends as soon as it is known. */
export function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  let values = 1;
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) {
      if (byte === BACKSLASH) at += 1;
    } else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

/**
 * Where a text stops being JSON, in words, without quoting any of it. `JSON.parse` says so only sometimes, and then
 * quotes the text.
 * @param text nested less deep than a stack: see `tooDeepAt`
 */
export function whereJsonBreaks(text: string): Sentence {
  if (text.length > LONGEST_SEARCHED) return sentence('breakUnsearched')`too long to locate the error`;
  const { index } = breakOf(text);
  if (index === text.length) return sentence('breakAtEnd')`it ends too early`;
  const { line, column } = placeAt(text, index);
  return sentence('breakAt')`line ${{ line }}, character ${{ column }}`;
}

/**
 * The characters of a number that is a direct member of the object a JSON text holds, as they were sent: beyond 2^53 the
 * parsed number is not exact, and not every runtime's `JSON.parse` hands out its source. Of a repeated name the last
 * counts, as in `JSON.parse`.
 * @param text valid JSON that holds an object
 */
export function numberAsSent(text: string, name: string): string | undefined {
  let depth = 0;
  let found: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if (code === QUOTE) {
      const end = endOfString(text, at);
      const member = depth === 1 ? MEMBER_NUMBER : NEVER;
      member.lastIndex = end + 1;
      const number = member.exec(text)?.[1];
      if (number !== undefined && isString(text, { from: at, to: end + 1 }, name)) found = number;
      at = end;
    }
  }
  return found;
}

/** Whether the string at a place means a text; one without escapes stands there as it is. */
function isString(text: string, { from, to }: { from: number; to: number }, meant: string): boolean {
  if (to - from === meant.length + 2) return text.startsWith(meant, from + 1);
  const slice = text.slice(from, to);
  return slice.includes('\\') && JSON.parse(slice) === meant;
}

const MEMBER_NUMBER = /\s*:\s*(-?\d[\d.eE+-]*)/y;
const NEVER = /(?!)/y;
