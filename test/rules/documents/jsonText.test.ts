import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakOf, tooDeepAt, withoutComments } from '../../../rules/documents/index.ts';

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

describe('withoutComments', () => {
  const comment = fc.oneof(
    fc.string().map((text) => `//${text.replaceAll(/[\r\n]/g, '')}\n`),
    fc.string().map((text) => `/*${text.replaceAll('*/', '').replace(/\*$/, '')}*/`),
    fc.constant(' '),
  );
  /** Values as JSON, with a comment wherever JSON may have a space. */
  const commented = fc
    .tuple(fc.jsonValue(), fc.array(comment, { minLength: 1, maxLength: 10 }))
    .map(([value, comments]) => {
      const tokens = JSON.stringify(value).match(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^{}[\],:"]+/g) ?? [];
      return { value, text: tokens.map((token, at) => comments[at % comments.length]! + token).join('') };
    });

  it('leaves the value, and every other character where it was', () => {
    fc.assert(
      fc.property(commented, ({ value, text }) => {
        const without = withoutComments(text);
        expect(JSON.parse(without)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(without).toHaveLength(text.length);
        expect([...without].every((char, at) => char === [...text][at] || char === ' ')).toBe(true);
        expect(without.split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });

  it('leaves a text without comments as it is, whatever it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(withoutComments(text)).toBe(text);
      }),
    );
    expect(withoutComments('{"a": "// no comment", "b": "/* none */", "c\\"//": 1}')).toBe(
      '{"a": "// no comment", "b": "/* none */", "c\\"//": 1}',
    );
  });

  it('leaves a comment that is not closed, where the text then breaks', () => {
    const text = withoutComments('{ // one\n "a": 1 /* two }');
    expect(text).toBe('{       \n "a": 1 /* two }');
    expect(breakOf(text).index).toBe(text.indexOf('/*'));
  });
});
