import { applyEdits, modify, parseTree } from 'jsonc-parser';
import { withoutComments } from './jsonText.ts';

/**
 * Sets one field in a document's text, and keeps comments and everything else.
 * @returns undefined if more than this field would change, for example because the text contains the field twice
 */
export function withTextField(text: string, name: string, value: string): string | undefined {
  const before = read(text);
  if (before === undefined) return undefined;
  const isNew = !Object.hasOwn(before, name);
  const edited = isNew
    ? withFirst(text, `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    : applyEdits(text, modify(text, [name], value, {}));
  const expected = isNew ? { [name]: value, ...before } : { ...before, [name]: value };
  return JSON.stringify(read(edited)) === JSON.stringify(expected) ? edited : undefined;
}

/** Inserts a new field before all others, so that comments at the ends of lines stay on their lines. */
function withFirst(text: string, field: string): string {
  const first = parseTree(text)?.children?.[0]?.offset;
  if (first === undefined) return text;
  const before = text.slice(0, first);
  const space = before.slice(before.trimEnd().length);
  return `${before}${field},${space === '' ? ' ' : space}${text.slice(first)}`;
}

function read(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
