import { describe, expect, it } from 'vitest';
import { located } from '../../../cli/files/index.ts';

const TEXT = `{
  "id": "x",
  "list": [1, {"a/b": true,
    "quoted \\"}": null}],
  "last~": {}
}`;

describe('located', () => {
  it.each([
    ['', 1, 1],
    ['/id', 2, 3],
    ['/list', 3, 3],
    ['/list/0', 3, 12],
    ['/list/1', 3, 15],
    ['/list/1/a~1b', 3, 16],
    ['/list/1/quoted "}', 4, 5],
    ['/last~0', 5, 3],
  ])('finds %j', (pointer, line, column) => {
    expect(located(TEXT, [{ pointer }])).toEqual([{ pointer, line, column }]);
  });

  it('keeps the order of what is said, and what else is said of it', () => {
    const said = [
      { pointer: '/last~0', message: 'b' },
      { pointer: '/id', message: 'a' },
    ];
    expect(located(TEXT, said)).toMatchObject([
      { message: 'b', line: 5 },
      { message: 'a', line: 2 },
    ]);
  });

  it.each(['/list/1/missing/deeper', '/list/1'])('falls back to the nearest value around %s', (pointer) => {
    expect(located(TEXT, [{ pointer }])).toMatchObject([{ line: 3, column: 15 }]);
  });

  it('finds a field that appears twice where it counts', () => {
    expect(located('{"a": [1],\n"a": [2]}', [{ pointer: '/a/0' }])).toMatchObject([{ line: 2, column: 7 }]);
  });

  it('finds its way through millions of brackets and characters', () => {
    const lists = Array.from({ length: 5000 }, () => `${'['.repeat(198)}${']'.repeat(198)}`).join();
    const deep = `{"deep":[${lists}],"long":"${'x\\"'.repeat(4_000_000)}",\n"id":1}`;
    expect(located(deep, [{ pointer: '/id' }])).toMatchObject([{ line: 2, column: 1 }]);
  });
});
