import { stripVTControlCharacters } from 'node:util';
import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { printParagraph, printTable, wrapped } from '../../../cli/terminal/index.ts';
import type { Terminal } from '../../../cli/terminal/index.ts';

function terminalOf(width?: number): { terminal: Terminal; lines: string[] } {
  const lines: string[] = [];
  const terminal: Terminal = {
    colors: picocolors.createColors(false),
    ...(width === undefined ? {} : { width }),
    line: (text = '') => void lines.push(text),
    json: () => undefined,
    step: () => Promise.reject(new Error('no steps here')),
  };
  return { terminal, lines };
}

const NOTE = 'drift: v3 was published by dev on 2026-11-21; this folder knows v2 and replaces it';
const rows = [
  ['rule', 'collision', '\u001b[2msame\u001b[22m', ''],
  ['rule', 'night-braking', '\u001b[33mchanged\u001b[39m', NOTE],
];

it('breaks between words, and never inside one', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('an-id-that-is-long fits not', 8)).toEqual(['an-id-that-is-long', 'fits not']);
  expect(wrapped(NOTE, undefined)).toEqual([NOTE]);
});

it('keeps a table inside the terminal, its columns under each other whatever their colours', () => {
  const { terminal, lines } = terminalOf(80);
  printTable(terminal, ['kind', 'id', 'change', 'note'], rows);
  expect(lines.map(stripVTControlCharacters)).toEqual([
    'kind  id             change   note',
    'rule  collision      same',
    'rule  night-braking  changed  drift: v3 was published by dev on 2026-11-21; this',
    '                              folder knows v2 and replaces it',
  ]);
});

it('keeps each row on one line where nobody looks', () => {
  const { terminal, lines } = terminalOf();
  printTable(terminal, ['kind', 'id', 'change', 'note'], rows);
  expect(lines[2]).toContain(NOTE);
});

it('indents every line of a paragraph', () => {
  const { terminal, lines } = terminalOf(30);
  printParagraph(terminal, '4 hard brakes in the trip detected.', { indent: 4 });
  expect(lines).toEqual(['    4 hard brakes in the trip', '    detected.']);
});
