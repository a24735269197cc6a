import { printParseErrorCode, visit } from 'jsonc-parser';
import type { ParseErrorCode } from 'jsonc-parser';
import { sentence } from '../words/index.ts';
import type { Sentence } from '../words/index.ts';

/** A place in a text, both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Returns the place of an index of a text. */
export function placeAt(text: string, index: number): TextPosition {
  return placesAt(text)(index);
}

/** Returns a function for the places of many indexes, which locates the lines once. */
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

/** Returns the index of the quote that closes the string that begins at `from`; the end of the text when none does. */
export function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1)
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  return text.length;
}

/** Returns the first index at which brackets are open more than `most` deep, if any; the text need not be JSON. */
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
 * Replaces the comments of a JSON text, `//` and `/*`, with spaces, so that everything else keeps its line and column. A
 * comment that is not closed remains, and the text stops being JSON there. Returns the same text when it has no comments.
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

/** Returns the index after a comment that begins at `from`, if one does. */
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
  /** The start of the first invalid token; the end of the text when something is missing. */
  readonly index: number;
  /** The name of the mistake in `jsonc-parser`, e.g. `CommaExpected`. */
  readonly kind: string;
}

class Stop extends Error {
  constructor(readonly at: JsonBreak) {
    super();
  }
}

/**
 * Returns the place where a text stops being JSON, or its end. `JSON.parse` names the place in some of its messages only, and
 * differently in each version of Node. The parser recurses once per level and stops at the first mistake, so it goes no deeper
 * than the brackets before that.
 * @param text nested less deep than a stack: see `tooDeepAt`
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

/** Longer texts are not searched: the answer is for a person who wrote the text. */
const LONGEST_SEARCHED = 131_072;

/**
 * Returns the place where a text stops being JSON, in words, without quoting any of it. `JSON.parse` says so only sometimes,
 * and then quotes the text.
 * @param text nested less deep than a stack: see `tooDeepAt`
 */
export function whereJsonBreaks(text: string): Sentence {
  if (text.length > LONGEST_SEARCHED) return sentence('breakUnsearched');
  const { index } = breakOf(text);
  if (index === text.length) return sentence('breakAtEnd');
  const { line, column } = placeAt(text, index);
  return sentence('breakAt', { line, column });
}
