import { printParseErrorCode, visit } from 'jsonc-parser';
import type { ParseErrorCode } from 'jsonc-parser';

/** Where something stands in a text, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place of an index of a text. */
export function placeAt(text: string, index: number): Place {
  return placesAt(text)(index);
}

/** The same for many indexes: lines are located once. */
export function placesAt(text: string): (index: number) => Place {
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

/** The index of the quote that closes the text which begins at `from`; the end of everything when none does. */
export function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1)
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  return text.length;
}

/** Where brackets are open for the first time more than `most` deep, if they are; the text need not be JSON. */
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
 * A JSON text without its comments, `//` and `/*`: spaces stand in their place, so that everything else keeps its line and column.
 * A comment that is not closed stays, and the text stops being JSON there. The same text when it has none.
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

/** The index after a comment that begins at `from`, if one does. */
function endOfComment(text: string, from: number): number | 'not closed' | undefined {
  if (text[from + 1] === '/') {
    const length = text.slice(from).search(/[\r\n]/);
    return length < 0 ? text.length : from + length;
  }
  if (text[from + 1] !== '*') return undefined;
  const closed = text.indexOf('*/', from + 2);
  return closed < 0 ? 'not closed' : closed + 2;
}

/** The first thing that keeps a text from being JSON. */
export interface JsonBreak {
  /** Where the token begins that cannot stand there; the end of the text when something is missing. */
  readonly index: number;
  /** How `jsonc-parser` calls it, e.g. `CommaExpected`. */
  readonly kind: string;
}

class Stop extends Error {
  constructor(readonly at: JsonBreak) {
    super();
  }
}

/**
 * Where a text stops being JSON; the end of one that is JSON. `JSON.parse` names the place in some of its messages only,
 * and differently in each version of Node. The parser calls itself once a level and is left at the first mistake, so it
 * goes no deeper than the brackets before that.
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
