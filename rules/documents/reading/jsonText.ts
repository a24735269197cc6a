import { printParseErrorCode, visit } from 'jsonc-parser';
import type { ParseErrorCode } from 'jsonc-parser';
import { sentence } from '../words/index.ts';
import type { Sentence } from '../words/index.ts';

/** A position in a text. Line and column start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Returns the position of an index in a text. */
export function placeAt(text: string, index: number): TextPosition {
  return placesAt(text)(index);
}

/** Returns a function that converts indexes to positions. It locates the lines only once, for callers with many indexes. */
export function placesAt(text: string): (index: number) => TextPosition {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (index) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - starts[low]! + 1 };
  };
}

/**
 * Returns the index of the quote that closes the string starting at `from`. Returns the text's length if the string is not
 * closed.
 */
export function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1)
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  return text.length;
}

/** Returns the first index at which more than `most` brackets are open, if any. The text may be invalid JSON. */
export function tooDeepAt(text: string, most: number): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > most) return at;
    }
  }
  return undefined;
}

/**
 * Replaces the comments in a JSON text (`//` and `/*`) with spaces, so that everything else keeps its line and column. A comment
 * that is not closed is kept, so that parsing fails there. Returns the same text if it has no comments.
 */
export function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') at = endOfString(text, at);
    if (text[at] !== '/') continue;
    const end = endOfComment(text, at);
    if (end === 'not closed') break;
    if (end === undefined) continue;
    kept.push(text.slice(from, at), text.slice(at, end).replaceAll(/[^\r\n]/g, ' '));
    from = end;
    at = end - 1;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

/** Returns the index after a comment that begins at `from`, or `undefined` if no comment begins there. */
function endOfComment(text: string, from: number): number | 'not closed' | undefined {
  if (text[from + 1] === '/') {
    const length = text.slice(from).search(/[\r\n]/);
    return length < 0 ? text.length : from + length;
  }
  if (text[from + 1] !== '*') return undefined;
  const closed = text.indexOf('*/', from + 2);
  return closed < 0 ? 'not closed' : closed + 2;
}

/** The first mistake that makes a text invalid JSON. */
export interface JsonBreak {
  /** Index of the first invalid token, or the text's length if something is missing at the end. */
  readonly index: number;
  /** The mistake's name in `jsonc-parser`, such as `CommaExpected`. */
  readonly kind: string;
}

class Stop extends Error {
  constructor(readonly at: JsonBreak) {
    super();
  }
}

/**
 * Returns the first mistake that makes a text invalid JSON, or the end of a valid text. `JSON.parse` is not used, because only
 * some of its messages name the position, and they differ between versions of Node.
 *
 * The parser recurses once per level and stops at the first mistake, so it recurses only as deep as the brackets before the
 * mistake.
 * @param text nested less deeply than the stack allows: see `tooDeepAt`
 */
export function breakOf(text: string): JsonBreak {
  const onError = (code: ParseErrorCode, index: number): never => {
    throw new Stop({ index, kind: printParseErrorCode(code) });
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (error instanceof Stop) return error.at;
    throw error;
  }
  return { index: text.length, kind: '' };
}

/** Maximum length of a text that is searched. A longer text was not written by a person, who would need the position. */
const LONGEST_SEARCHED = 131_072;

/**
 * Describes the position at which a text becomes invalid JSON, without quoting the text. `JSON.parse` names the position only in
 * some messages, and quotes the text.
 * @param text nested less deeply than the stack allows: see `tooDeepAt`
 */
export function whereJsonBreaks(text: string): Sentence {
  if (text.length > LONGEST_SEARCHED) return sentence('breakUnsearched');
  const { index } = breakOf(text);
  if (index === text.length) return sentence('breakAtEnd');
  const { line, column } = placeAt(text, index);
  return sentence('breakAt', { line, column });
}
