import { describe, expect, it } from 'vitest';
import { basicPassword, bearerToken, tokenBook } from '../../server/tokens.ts';

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
