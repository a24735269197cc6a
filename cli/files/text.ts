import { lstat, readFile, stat } from 'node:fs/promises';
import { placeAt, tooDeepAt, withoutComments } from '../../rules/documents/index.ts';
import type { TextPosition } from '../../rules/documents/index.ts';
import type { DocumentKind } from './kinds.ts';
import { isStandardInput, readStandardInput } from './standardInput.ts';

/** Largest file in bytes. A document, even with many line breaks, is far smaller; the server accepts 1 MiB. */
const LARGEST = 4 * 1_048_576;
/** Deepest nesting that is parsed. Documents allow less, and a document that is too deep is reported with the position. */
const DEEPEST = 200;
const START: TextPosition = { line: 1, column: 1 };

/** The reason why a file was not read, with its position. */
interface TextProblem extends TextPosition {
  readonly message: string;
}

/** A document's file on disk. An unreadable file has no text, so that the others can still be read. */
export interface DocumentText {
  readonly path: string;
  /** Text in which spaces replace the comments, so that positions are the same as in the file. */
  readonly text: string;
  /** The original text, if the file has comments. */
  readonly source?: string;
  readonly problem?: TextProblem;
}

/**
 * Reads a document's file, or the standard input for `-`. Drops a byte order mark. For a file that is
 * unreadable, too large or too deeply nested, returns a problem and no text.
 * @throws CommandError for a standard input above 64 MiB
 */
export async function readDocumentText(path: string): Promise<DocumentText> {
  const refused = (message: string, place = START): DocumentText => ({
    path,
    text: '',
    problem: { message, ...place },
  });
  const tooLarge = (size: number): DocumentText =>
    refused(`The file has ${mebibytes(size)} MiB; a document has at most 4.`);
  let bytes: Buffer;
  if (isStandardInput(path)) {
    bytes = await readStandardInput();
    if (bytes.length > LARGEST) return tooLarge(bytes.length);
    return textOf(path, bytes, refused);
  }
  try {
    const info = await stat(path);
    if (info.isDirectory())
      return refused('This is a folder: only files are documents. Give it another name.');
    if (!info.isFile()) return refused('This is not a regular file.');
    if (info.size > LARGEST) return tooLarge(info.size);
    bytes = await readFile(path);
  } catch (error) {
    return refused(await whyUnread(path, error as NodeJS.ErrnoException));
  }
  return textOf(path, bytes, refused);
}

function textOf(
  path: string,
  bytes: Buffer,
  refused: (message: string, place?: TextPosition) => DocumentText,
): DocumentText {
  if (isUtf16(bytes)) return refused('The file is in UTF-16: save it as UTF-8.');
  const source = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const text = withoutComments(source);
  const deep = tooDeepAt(text, DEEPEST);
  if (deep === undefined) return text === source ? { path, text } : { path, text, source };
  return refused(`nested deeper than ${DEEPEST} levels`, placeAt(text, deep));
}

/** Reads a document's file like `readDocumentText`; undefined when it does not exist. */
export async function readTextIfThere(path: string): Promise<DocumentText | undefined> {
  if (isStandardInput(path)) return readDocumentText(path);
  const isThere = await lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
  return isThere ? readDocumentText(path) : undefined;
}

async function whyUnread(path: string, error: NodeJS.ErrnoException): Promise<string> {
  if (error.code === 'ENOENT' && (await lstat(path).catch(() => undefined)))
    return 'This link points to a missing file: create the file, or remove the link.';
  return `The file cannot be read (${error.code ?? error.message}).`;
}

function mebibytes(size: number): string {
  return (size / 1_048_576).toFixed(1);
}

function isUtf16(bytes: Buffer): boolean {
  return bytes.length > 1 && ['fffe', 'feff'].includes(bytes.toString('hex', 0, 2));
}

const WIDTH = 100;

/** Formats a document as a file: fields in a fixed order, two spaces, short lists and objects on one line, a final line break. */
export function formatDocument(kind: DocumentKind, document: object): string {
  const given = Object.entries(kind.schema ? { $schema: `./${kind.schema.file}`, ...document } : document);
  const place = ([name]: readonly [string, unknown]): number => {
    const at = kind.order.indexOf(name);
    return at < 0 ? kind.order.length : at;
  };
  const ordered = Object.fromEntries(given.sort((a, b) => place(a) - place(b)));
  return `${block(ordered, 0)}\n`;
}

/**
 * Formats a value on one line if it fits. Otherwise, each item has its own line. The document itself always
 * has several lines.
 */
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
