import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whereJsonBreaks } from '../../../rules/documents/index.ts';

describe('where JSON breaks', () => {
  it.each([
    ['{"a":1,}', 'line 1, character 8'],
    ['{"a":1\n"b":2}', 'line 2, character 1'],
    ['{a:1}', 'line 1, character 2'],
    ['[1,2', 'ends too early'],
    ['{"a":"b', 'line 1, character 6'],
    ['[01]', 'line 1, character 3'],
    ['["\\x"]', 'line 1, character 2'],
    ['{"a":1}}', 'line 1, character 8'],
    ['{]', 'line 1, character 2'],
    ['{"a":[1}', 'line 1, character 8'],
    ['\n\n  nul', 'line 3, character 3'],
    ['', 'ends too early'],
    ['{"a"', 'ends too early'],
    ['{"a" 1}', 'line 1, character 6'],
    ['x'.repeat(2_000_000), 'too long to locate'],
  ])('%s', (text, where) => {
    expect(String(whereJsonBreaks(text))).toContain(where);
  });

  it('never quotes the text', () => {
    expect(String(whereJsonBreaks('{"latitude": 52.52001 oops'))).not.toContain('52.52001');
  });

  it('a text cut short ends too early, or breaks in its last token', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        const short = text.slice(0, cut % text.length);
        let isJson = true;
        try {
          JSON.parse(short);
        } catch {
          isJson = false;
        }
        if (!isJson) expect(String(whereJsonBreaks(short))).toMatch(/ends too early|line 1, character/);
      }),
    );
  });
});
