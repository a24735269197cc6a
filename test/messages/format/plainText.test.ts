import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTo, manyLines, oneLine } from '../../../messages/format/index.ts';
import { HOSTILE_TEXTS, UNWANTED } from '../exampleAlert.ts';

describe('oneLine', () => {
  it.each(HOSTILE_TEXTS)('leaves neither line breaks nor invisible characters in %j', (text) => {
    const line = oneLine(text, 500);
    expect(line).not.toMatch(UNWANTED);
    expect(line).not.toMatch(/[\r\n\t]/);
  });

  it('keeps what people write: letters of all scripts, joined emoji, Persian non-joiners', () => {
    const text = 'Żółć محمد می‌خواهم 李 👩‍👧 ü';
    expect(oneLine(text, 200)).toBe(text);
  });

  it('makes any run of white space one space and trims', () => {
    expect(oneLine('  a \r\n\t b\u00a0\u00a0c ', 50)).toBe('a b c');
  });
});

describe('manyLines', () => {
  it('keeps lines, whatever their ends, and at most one empty one in a row', () => {
    expect(manyLines('a\r\nb\rc\u2028d\n\n\n\n  e  \n', 50)).toBe('a\nb\nc\nd\n\n  e');
  });
});

describe('cutTo', () => {
  const escape = (character: string): string => (character === '&' ? '&amp;' : character);

  it('ends a longer text with an ellipsis, within the limit', () => {
    expect(cutTo('abcdef', { limit: 6 })).toBe('abcdef');
    expect(cutTo('abcdefg', { limit: 6 })).toBe('abcde…');
  });

  it('leaves an entity out as a whole', () => {
    expect(cutTo('ab&cd', { limit: 8, escape })).toBe('ab&amp;…');
    expect(cutTo('ab&cd', { limit: 7, escape })).toBe('ab…');
  });

  it('leaves a surrogate pair out as a whole', () => {
    expect(cutTo('a😀😀', { limit: 4 })).toBe('a😀…');
    expect(cutTo('a😀😀', { limit: 3 })).toBe('a…');
  });

  it('is never longer than the limit and never holds half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const cut = cutTo(text, { limit, escape });
        expect(cut.length).toBeLessThanOrEqual(limit);
        expect(cut).not.toMatch(/\p{Cs}/u);
        expect(cut.replaceAll('&amp;', '')).not.toContain('&');
      }),
    );
  });
});
