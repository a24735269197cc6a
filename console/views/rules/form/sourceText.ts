import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser';
import type { JSONPath, ParseError } from 'jsonc-parser';
import { isObject, same } from './json.ts';
import type { Json, JsonObject } from './json.ts';

const FORMAT = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** Returns the value of a JSON text with comments; undefined when the text cannot be parsed. */
export function parsedText(text: string): Json | undefined {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return tree === undefined || errors.length > 0 ? undefined : (getNodeValue(tree) as Json);
}

/**
 * Returns the text after an edit of its document. Only the parts that differ are written, so that comments
 * and layout stay.
 * Some texts cannot be edited in parts, such as one with the same key twice. They are written from scratch.
 */
export function edited(text: string, document: JsonObject): string {
  const before = parsedText(text);
  if (before === undefined) return whole(document);
  const after = step(text, [], { before, after: document });
  const result = parsedText(after);
  return result !== undefined && same(result, document) ? after : whole(document);
}

function whole(document: JsonObject): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A value before and after an edit. */
type Pair<Value> = { readonly before: Value; readonly after: Value };

function step(text: string, path: JSONPath, { before, after }: Pair<Json>): string {
  if (same(before, after)) return text;
  if (isObject(before) && isObject(after)) return object(text, path, { before, after });
  if (Array.isArray(before) && Array.isArray(after)) return array(text, path, { before, after });
  return put(text, { path, value: after });
}

function object(text: string, path: JSONPath, { before, after }: Pair<JsonObject>): string {
  let result = text;
  const names = Object.keys(after);
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) result = put(result, { path: [...path, name], value: undefined });
  names.forEach((name, index) => {
    const at = [...path, name];
    if (Object.hasOwn(before, name))
      result = step(result, at, { before: before[name]!, after: after[name]! });
    else {
      const value = after[name]!;
      result =
        onOwnLine(result, path, { name, value, behind: names[index - 1] }) ??
        put(result, { path: at, value, getInsertionIndex: () => index });
    }
  });
  return result;
}

/** A field to add to an object, and the name of the field before it. */
type NewField = { readonly name: string; readonly value: Json; readonly behind: string | undefined };

/**
 * Returns the text with a new field on its own line, below the field before it. A comment at the end of that
 * field's line then stays there.
 * @returns undefined if the field before is not the last in its line
 */
function onOwnLine(text: string, path: JSONPath, { name, value, behind }: NewField): string | undefined {
  if (behind === undefined) return undefined;
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const property = tree && findNodeAtLocation(tree, [...path, behind])?.parent;
  if (!property) return undefined;
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, property.offset))?.[1];
  const end = property.offset + property.length;
  const rest = /^[ \t]*(,?)[ \t]*(?:\/\/[^\n]*|\/\*[^\n*]*\*\/[ \t]*)?(?=\n)/.exec(text.slice(end));
  if (indent === undefined || !rest) return undefined;
  const isLast = rest[1] === '';
  const line = `${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)}`;
  const below = `${isLast ? ',' : ''}${rest[0]}\n${indent}${line}${isLast ? '' : ','}`;
  return text.slice(0, end) + below + text.slice(end + rest[0].length);
}

/**
 * Edits an array. Equal items at the start and at the end of both lists stay. Between them, items are
 * changed, added or removed.
 */
function array(text: string, path: JSONPath, { before, after }: Pair<Json[]>): string {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && same(before[start]!, after[start]!)) start += 1;
  let end = 0;
  while (end < shorter - start && same(before.at(-1 - end)!, after.at(-1 - end)!)) end += 1;
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  let result = text;
  for (let index = old.length - 1; index >= fresh.length; index -= 1)
    result = put(result, { path: [...path, start + index], value: undefined });
  fresh.forEach((item, index) => {
    const at = [...path, start + index];
    const was = old[index];
    if (was === undefined) result = put(result, { path: at, value: item, isArrayInsertion: true });
    else result = step(result, at, { before: was, after: item });
  });
  return result;
}

type Put = {
  readonly path: JSONPath;
  readonly value: Json | undefined;
  readonly isArrayInsertion?: boolean;
  readonly getInsertionIndex?: () => number;
};

function put(text: string, { path, value, ...where }: Put): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: FORMAT, ...where }));
}
