import { describe, expect, it } from 'vitest';
import { InvalidCursorError, pageOf, rowsToRead, startAfter } from '../../../store/db/index.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(100 - index) }));
const cut = (count: number, limit?: number) =>
  pageOf(rows(count), { list: 'things', positionOf: (row) => row.id, limit });

describe('paging', () => {
  it('names the next page only when a row follows', () => {
    expect(cut(3, 3)).toEqual({ items: rows(3) });
    const first = cut(4, 3);
    expect(first.items).toEqual(rows(3));
    expect(startAfter('things', { cursor: first.nextCursor })).toBe('98');
  });

  it.each([
    [undefined, 51],
    [0, 2],
    [-5, 2],
    [1, 2],
    [200, 201],
    [9_999, 201],
    [Number.NaN, 51],
  ])('reads one row more than a limit of %s', (limit, expected) => {
    expect(rowsToRead({ limit })).toBe(expected);
  });

  it('starts at the beginning without a cursor', () => {
    expect(startAfter('things', {})).toBeUndefined();
  });

  const made = (text: string) => Buffer.from(text).toString('base64url');
  it.each([
    ['nothing', ''],
    ['noise', '!!!'],
    ['another list', made('others:5')],
    ['no position', made('things')],
    ['a word', made('things:abc')],
    ['a negative number', made('things:-1')],
    ['too large a number', made('things:9999999999999999999')],
    ['too many parts', made('things:1:2')],
  ])('refuses a cursor of %s', (_what, cursor) => {
    expect(() => startAfter('things', { cursor })).toThrow(InvalidCursorError);
  });
});
