import { findNodeAtLocation, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JSONPath, ParseError } from 'jsonc-parser';

/** A range of a text, by the offsets of its characters. */
export type TextRange = { readonly from: number; readonly to: number };

/** The first reason why a text cannot be parsed as JSON with comments, and its position. */
export type Breakage = TextRange & { readonly line: number; readonly column: number; readonly code: string };

/** Returns the position of a JSON pointer's value in a text, or of the nearest value around it. */
export function placeOf(text: string, pointer: string): TextRange {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const path = stepsOf(pointer);
  for (let length = path.length; tree && length >= 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    // A problem of a whole object is marked only where the object begins, not over all its lines.
    if (node) return { from: node.offset, to: node.offset + (node.children ? 1 : node.length) };
  }
  return { from: 0, to: Math.min(1, text.length) };
}

function stepsOf(pointer: string): JSONPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** Returns the first error of a text with its position; undefined when the text can be parsed. */
export function breakageOf(text: string): Breakage | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first && tree) return undefined;
  const from = Math.min(first?.offset ?? 0, text.length);
  const before = text.slice(0, from).split('\n');
  return {
    from,
    to: Math.min(from + Math.max(1, first?.length ?? 1), text.length),
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    code: first ? printParseErrorCode(first.error) : 'ValueExpected',
  };
}
