import { stripVTControlCharacters } from 'node:util';
import type { Terminal } from './terminal.ts';

/** A last column is not made narrower than this: on a narrow terminal it is left to wrap as it likes. */
const NARROWEST = 20;
const GAP = '  ';

/**
 * Breaks a text between words. A word that is longer than the width stays whole: ids and addresses are copied.
 * @param width in characters; undefined: one line, for pipes
 */
export function wrapped(text: string, width: number | undefined): readonly string[] {
  if (width === undefined || text.length <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Prints a text that may be long, broken between words and indented; on one line where nobody looks. */
export function printParagraph(
  terminal: Terminal,
  text: string,
  {
    indent = 0,
    paint = (line) => line,
  }: { readonly indent?: number; readonly paint?: (line: string) => string } = {},
): void {
  const width = terminal.width === undefined ? undefined : Math.max(NARROWEST, terminal.width - indent);
  for (const line of wrapped(text, width)) terminal.line(`${' '.repeat(indent)}${paint(line)}`);
}

/**
 * Prints rows in columns that are as wide as what stands in them; the last one takes what is left of the terminal and
 * is broken between words. Cells may be coloured, the last one not; its line feeds stay.
 */
export function printTable(
  terminal: Terminal,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const last = head.length - 1;
  const widths = head
    .slice(0, last)
    .map((title, column) => Math.max(...[title, ...rows.map((row) => row[column] ?? '')].map(shown)));
  const left = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  const rest = terminal.width === undefined ? undefined : Math.max(NARROWEST, terminal.width - left);
  const print = (row: readonly string[], paint: (text: string) => string = (text) => text): void => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? '';
      return paint(cell + ' '.repeat(width - shown(cell)));
    });
    const [first = '', ...more] = (row[last] ?? '').split('\n').flatMap((text) => wrapped(text, rest));
    terminal.line([...cells, paint(first)].join(GAP).trimEnd());
    for (const line of more) terminal.line(`${' '.repeat(left)}${line}`);
  };
  print(head, terminal.colors.dim);
  for (const row of rows) print(row);
}

function shown(text: string): number {
  return stripVTControlCharacters(text).length;
}
