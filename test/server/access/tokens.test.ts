import { describe, expect, it, vi } from 'vitest';
import { basicPassword, bearerToken, tokenBook } from '../../../server/access/index.ts';

describe('a token book', () => {
  const book = tokenBook(
    [
      { token: 'first-token', owner: 'a' },
      { token: 'second-token', owner: 'b' },
    ],
    5,
  );

  it('finds whose a token is', () => {
    expect(book.find('first-token')).toBe('a');
    expect(book.find('second-token')).toBe('b');
  });

  it.each(['', 'first-toke', 'first-token ', 'FIRST-TOKEN', 'second-token\0'])(
    'finds nobody for %j',
    (given) => {
      expect(book.find(given)).toBeUndefined();
    },
  );

  it('that holds no token finds nobody', () => {
    expect(tokenBook<string>([], 3).find('')).toBeUndefined();
  });
});

describe('a look-up', () => {
  it('compares with every token, whichever fits, and with as many where there are fewer', async () => {
    const compared: number[] = [];
    vi.resetModules();
    vi.doMock('node:crypto', async (original) => {
      const real: { timingSafeEqual: (a: Uint8Array, b: Uint8Array) => boolean } = await original();
      return {
        ...real,
        timingSafeEqual: (a: Uint8Array, b: Uint8Array) => {
          compared.push(a.length, b.length);
          return real.timingSafeEqual(a, b);
        },
      };
    });
    const { tokenBook: watched } = await import('../../../server/access/tokens.ts');
    vi.doUnmock('node:crypto');
    const tokens = ['first-token', 'second-token', 'third-token'];
    const book = watched(
      tokens.map((token) => ({ token, owner: token })),
      3,
    );
    for (const given of [...tokens, 'unknown', '', 'x'.repeat(10_000)]) {
      compared.length = 0;
      expect(book.find(given)).toBe(tokens.includes(given) ? given : undefined);
      expect(compared).toEqual([32, 32, 32, 32, 32, 32]);
    }
    compared.length = 0;
    watched([], 3).find('first-token');
    expect(compared).toHaveLength(6);
  });
});

describe('an Authorization header', () => {
  const encoded = (text: string): string => Buffer.from(text).toString('base64');

  it.each<[string | undefined, string | undefined]>([
    [`Basic ${encoded('user:secret')}`, 'secret'],
    [`basic  ${encoded('user:secret')}`, 'secret'],
    [`Basic ${encoded(':secret')}`, 'secret'],
    [`Basic ${encoded('user:with:colons')}`, 'with:colons'],
    [`Basic ${encoded('user:ü€')}`, 'ü€'],
    [`Basic ${encoded('nobody')}`, undefined],
    ['Basic', undefined],
    ['Basic ???', undefined],
    ['Bearer x', undefined],
    [undefined, undefined],
  ])('%s holds the password %s', (header, password) => {
    expect(basicPassword(header)).toBe(password);
  });

  it.each<[string | undefined, string | undefined]>([
    ['Bearer abc', 'abc'],
    ['bearer   abc ', 'abc'],
    ['Bearer a b', undefined],
    ['Bearer', undefined],
    [`Basic ${encoded('u:p')}`, undefined],
    [undefined, undefined],
  ])('%s holds the bearer token %s', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});
