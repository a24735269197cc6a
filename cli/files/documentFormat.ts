import type { DocumentKind } from './documentKinds.ts';

const WIDTH = 100;

/** A document as a file: fields in a fixed order, two spaces, short lists and objects on one line. Ends with a line break. */
export function formatDocument(kind: DocumentKind, document: object): string {
  const given = Object.entries(kind.schema ? { $schema: `./${kind.schema.file}`, ...document } : document);
  const place = ([name]: readonly [string, unknown]): number => {
    const at = kind.order.indexOf(name);
    return at < 0 ? kind.order.length : at;
  };
  const ordered = Object.fromEntries(given.sort((a, b) => place(a) - place(b)));
  return `${block(ordered, 0)}\n`;
}

/** A value on one line when it fits, its own line an item otherwise; the document itself is never on one line. */
function block(value: unknown, depth: number, used = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const oneLine = inline(value);
  if (depth > 0 && depth * 2 + used + oneLine.length < WIDTH) return oneLine;
  const indent = '  '.repeat(depth + 1);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => block(item, depth + 1))
    : Object.entries(value).map(([name, item]) => {
        const key = `${JSON.stringify(name)}: `;
        return key + block(item, depth + 1, key.length);
      });
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${indent}${items.join(`,\n${indent}`)}\n${'  '.repeat(depth)}${close}`;
}

function inline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const items = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inline(item)}`);
  return items.length === 0 ? '{}' : `{ ${items.join(', ')} }`;
}
