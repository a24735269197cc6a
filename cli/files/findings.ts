import { visit } from 'jsonc-parser';
import { breakOf, parseLosses, placeAt, placesAt, pointerTo } from '../../rules/documents/index.ts';
import type { TextPosition } from '../../rules/documents/index.ts';
import { parseRule } from '../../rules/lint/index.ts';
import type { DocumentIssue, ParsedDocument } from '../../rules/lint/index.ts';
import { LIMITS } from '../../rules/vocabulary/index.ts';
import type { RuleFile } from './ruleFiles.ts';
import { isStandardInput } from './standardInput.ts';

/** An error or a warning with its position in a file. */
export interface Finding extends DocumentIssue, TextPosition {
  readonly file: string;
  readonly level: 'error' | 'warning';
}

/** Returns errors and warnings of one rule file. */
export function lintFile(
  file: RuleFile,
  parse: (json: unknown) => ParsedDocument<unknown> = (json) => parseRule(json),
): Finding[] {
  return findingsIn(file, parse);
}

/**
 * Returns errors and warnings of one file.
 * @param parse parses documents of the file's kind
 */
export function findingsIn(file: RuleFile, parse: (json: unknown) => ParsedDocument<unknown>): Finding[] {
  const mistake = { file: file.path, level: 'error' as const };
  if (file.problem) return [{ ...mistake, pointer: '', ...file.problem }];
  let document: unknown;
  try {
    document = JSON.parse(file.text);
  } catch {
    return [{ ...mistake, pointer: '', ...whyBroken(file.text) }];
  }
  const parsed = parse(document);
  const said = located(file.text, [
    ...(parsed.ok ? [] : parsed.errors).map((issue) => ({ ...mistake, ...issue })),
    ...parsed.warnings.map((issue) => ({ ...mistake, level: 'warning' as const, ...issue })),
  ]);
  const losses = parseLosses(file.text).map(({ pointer, message, line, column }) => ({
    ...mistake,
    pointer,
    message,
    line,
    column,
  }));
  const found = [...losses, ...said];
  return found.sort((one, other) => one.line - other.line || one.column - other.column);
}

/** Returns errors for files with the same id, because publishing one would overwrite the other. */
export function repeatedIds(files: readonly RuleFile[]): Finding[] {
  const seen = new Map<string, string>();
  const found: Finding[] = [];
  for (const { path, text } of files) {
    const id = idOf(text);
    const first = id === undefined ? undefined : seen.get(id);
    if (id !== undefined && first !== undefined)
      found.push(
        ...located(text, [
          {
            file: path,
            level: 'error' as const,
            pointer: '/id',
            message: `${first} has the same id "${id}".`,
          },
        ]),
      );
    else if (id !== undefined) seen.set(id, path);
  }
  return found;
}

/** Returns the value of a JSON text; undefined for any other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the id in a document's text; undefined if there is none. */
export function idOf(text: string): string | undefined {
  const { id } = (jsonOf(text) ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

const IN_STRING = ['UnexpectedEndOfString', 'InvalidCharacter', 'InvalidEscapeCharacter', 'InvalidUnicode'];

/**
 * Returns the exact position where a text stops being JSON, and the most likely cause. If something is
 * missing, the position is the end of the text.
 */
export function whyBroken(text: string): TextPosition & { readonly message: string } {
  const { index, kind } = breakOf(text);
  const rest = text.slice(index);
  if (!IN_STRING.includes(kind))
    return { ...placeAt(text, index), message: whyNot(rest, kind, text.slice(0, index)) };
  const { at, why } = wrongInString(rest);
  return { ...placeAt(text, index + at), message: why };
}

/** Returns the position of a character that JSON does not allow in a string, and a sentence about how to correct it. */
function wrongInString(rest: string): { readonly at: number; readonly why: string } {
  for (const { 0: found, index } of rest.matchAll(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|[^ -\uffff]|\\/g)) {
    if (found === '\\' && index + 1 < rest.length)
      return { at: index, why: 'A backslash inside a string is written \\\\.' };
    if (found < ' ') return { at: index, why: whyRaw(found.charCodeAt(0)) };
  }
  return { at: rest.length, why: 'The file ends inside a string.' };
}

/** Returns a sentence about how to escape a character that JSON does not allow in a string. */
function whyRaw(code: number): string {
  if (code === 9) return 'A tab inside a string is written \\t.';
  if (code === 10 || code === 13)
    return 'The string has no closing quote in this line; a line break inside a string is written \\n.';
  const digits = code.toString(16).toUpperCase().padStart(4, '0');
  return `The character U+${digits} inside a string is written \\u${digits}.`;
}

/** Returns a sentence about the most likely mistake at the position where a text stops being JSON. */
function whyNot(rest: string, kind: string, before: string): string {
  if (rest === '' && before.trim() === '')
    return 'The file is empty: write one JSON object in it, such as {"id": "hard-brake", …}.';
  if (rest === '')
    return kind.startsWith('Close')
      ? 'The file ends before a closing bracket.'
      : 'The file ends here, and a value has to follow.';
  if (kind === 'CommaExpected' && /^["{[\d-]/.test(rest)) return 'A comma is missing before this.';
  if (/^[}\]]/.test(rest) && before.trimEnd().endsWith(','))
    return 'Remove the comma before this: the last entry has none.';
  if (/^[“”„‘’']/.test(rest)) return 'JSON allows only straight double quotes (").';
  if (rest.startsWith('/*')) return 'This comment has no end: */ is missing.';
  if (rest.startsWith('#')) return 'A comment begins with //.';
  return 'Invalid JSON here.';
}

/**
 * Adds a line and a column to findings in a JSON text. They are the position of the finding's JSON pointer
 * (RFC 6901), or of the nearest value around it.
 * Stores only the positions of findings, so that memory does not depend on the size of the text. Of repeated
 * fields, the last is located, because it applies.
 * @param text valid JSON, nested no deeper than a document's file may be
 */
export function located<T extends { readonly pointer: string }>(
  text: string,
  said: readonly T[],
): (T & TextPosition)[] {
  if (said.length === 0) return [];
  const wanted = new Set(said.flatMap(({ pointer }) => around(pointer)));
  const deepest = Math.max(...said.map(({ pointer }) => pointer.split('/').length - 1));
  const found = new Map<string, number>();
  const note = (path: readonly (string | number)[], index: number): void => {
    if (path.length > deepest) return;
    const pointer = path.map((step) => String(step).slice(0, LIMITS.keyLength)).reduce(pointerTo, '');
    if (wanted.has(pointer)) found.set(pointer, index);
  };
  // The position of a field is the position of its name.
  const noteValue = (path: readonly (string | number)[], index: number): void => {
    if (typeof path.at(-1) !== 'string') note(path, index);
  };
  visit(text, {
    onObjectProperty: (...[name, index, , , , path]) => note([...path(), name], index),
    onObjectBegin: (...[index, , , , path]) => noteValue(path(), index),
    onArrayBegin: (...[index, , , , path]) => noteValue(path(), index),
    onLiteralValue: (...[, index, , , , path]) => noteValue(path(), index),
  });
  const placeAt = placesAt(text);
  return said.map((each) => {
    const nearest = around(each.pointer).findLast((pointer) => found.has(pointer));
    return { ...each, ...placeAt(found.get(nearest ?? '') ?? 0) };
  });
}

/** Returns a JSON pointer and the pointers of all values around it, the outermost first. */
function around(pointer: string): readonly string[] {
  const steps = pointer.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}

/**
 * Returns whether a rule is named by its file or by `-` (the standard input). An id has neither dots nor
 * slashes, and does not begin with a dash.
 */
export function isFileName(named: string): boolean {
  return isStandardInput(named) || /[./\\]/.test(named);
}
