import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakOf, tooDeepAt } from '../../../rules/documents/index.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '/',
  '//',
  '/*',
  '*/',
  '-',
  '+',
  '.',
  '0',
  '1',
  '01',
  'e',
  'E+',
];
const MORE = [
  'true',
  'null',
  'nul',
  '"a"',
  '\\u00e9',
  '\\u0',
  '\\n',
  '\n',
  '\r',
  '\t',
  ' ',
  '\f',
  '\0',
  '\u00a0',
  '\u2028',
  '\ufeff',
  'é',
];

describe('breakOf', () => {
  it('finds a break in exactly those texts that JSON.parse refuses', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), fc.constantFrom(...PIECES, ...MORE))
      .map(([text, at, gone, piece]) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + piece + text.slice(from + gone);
      });
    const pieces = fc.array(fc.constantFrom(...PIECES, ...MORE)).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(broken, pieces, fc.json()), (text) => {
        expect(breakOf(text).kind === '').toBe(isJson(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('goes no deeper than the brackets before the break, however many follow', () => {
    const text = '[[[[}}}},'.repeat(100_000);
    expect(tooDeepAt(text, 100)).toBeUndefined();
    expect(breakOf(text).index).toBe(4);
  });
});

describe('tooDeepAt', () => {
  it.each([
    ['[[]]', 2, undefined],
    ['[[[]]]', 2, 2],
    ['[],{"a":[{}]}', 2, 9],
    ['["[[[","\\"[[["]', 1, undefined],
    ['["[[[', 1, undefined],
    ['[]]]][[', 1, undefined],
    ['['.repeat(1_000_000), 200, 200],
  ])('%s', (text, most, at) => {
    expect(tooDeepAt(text, most)).toBe(at);
  });
});
