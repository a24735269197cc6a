import { describe, expect, it } from 'vitest';
import { whyBroken } from '../../../cli/files/index.ts';

describe('whyBroken', () => {
  it.each([
    ['{\n  "a": oops\n}', 2, 8],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{\r"a":\r\n01}', 2, 2],
    ['[1,\n2,\n]', 3, 1],
    ['{"a": 1,}', 1, 9],
    ['{"a" 1}', 1, 6],
    ['{"a": [1, 2}', 1, 12],
    ['{"a": 1', 1, 8],
    ['{"a": TRUE}', 1, 7],
    ['{"a": "line\nbreak"}', 1, 12],
    ['{"a":\n"a\ttab"}', 2, 3],
    ['{"a": "C:\\Users"}', 1, 10],
    ['{"a": "\\u00zz"}', 1, 8],
    ['{"\u0001": 1}', 1, 3],
    ['{"a": "open', 1, 12],
    ['{"a": "open\\', 1, 13],
    ['\uFEFF{}', 1, 1],
    ['{} {}', 1, 4],
    ['', 1, 1],
  ])('%j breaks there', (text, line, column) => {
    expect(() => void JSON.parse(text)).toThrow();
    expect(whyBroken(text)).toMatchObject({ line, column });
  });

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'A comma is missing before this.'],
    ['[1 2]', 'A comma is missing before this.'],
    ['{"a": 1,}', 'Remove the comma before this: the last entry has none.'],
    ['{"a":}', 'Invalid JSON here.'],
    ['[1,\n2,\n]', 'Remove the comma before this: the last entry has none.'],
    ['{“a”: 1}', 'JSON allows only straight double quotes (").'],
    ["{'a': 1}", 'JSON allows only straight double quotes (").'],
    ['{ /* why\n"a": 1}', 'This comment has no end: */ is missing.'],
    ['{ # why\n"a": 1}', 'A comment begins with //.'],
    ['{"a": 1', 'The file ends before a closing bracket.'],
    ['', 'The file is empty: write one JSON object in it, such as {"id": "hard-brake", …}.'],
    ['{"a": ', 'The file ends here, and a value has to follow.'],
    ['{"a": "a\ttab"}', 'A tab inside a string is written \\t.'],
    [
      '{"a": "open\n}',
      'The string has no closing quote in this line; a line break inside a string is written \\n.',
    ],
    ['{"a": "C:\\Users"}', 'A backslash inside a string is written \\\\.'],
    ['{"a": "C:\\new\\users"}', 'A backslash inside a string is written \\\\.'],
    ['{"\u0001": 1}', 'The character U+0001 inside a string is written \\u0001.'],
    ['{"a": "open', 'The file ends inside a string.'],
    ['{"a": oops}', 'Invalid JSON here.'],
  ])('%j: %s', (text, message) => {
    expect(whyBroken(text).message).toBe(message);
  });

  it('finds its way through millions of characters and escapes', () => {
    const text = `["${'x'.repeat(4_000_000)}","${'\\n\\u00e9'.repeat(500_000)}",\noops]`;
    expect(whyBroken(text)).toMatchObject({ line: 2, column: 1 });
  });

  it('sees nothing wrong in what is JSON', () => {
    const text = JSON.stringify(
      { a: [], b: {}, c: [1, -2.5e3, { d: 'x"\\\u0001\u0085é😀' }], e: true, f: null },
      undefined,
      2,
    );
    expect(whyBroken(text)).toMatchObject({ line: text.split('\n').length, column: 2 });
  });
});
