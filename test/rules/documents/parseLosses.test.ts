import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLosses } from '../../../rules/documents/index.ts';

const pointers = (text: string): readonly string[] => parseLosses(text).map(({ pointer }) => pointer);

describe('fields that appear twice', () => {
  it('are reported with their place and that of the first one', () => {
    expect(parseLosses('{\n  "mode": "shadow",\n  "a": 1,\n  "mode": "live"\n}')).toEqual([
      {
        kind: 'field',
        pointer: '/mode',
        message: 'the field "mode" appears twice, in line 2 and in line 4: keep one',
        words: expect.objectContaining({ key: 'fieldTwice' }) as unknown,
        line: 4,
        column: 3,
      },
    ]);
  });

  it('in one line are reported with that line', () => {
    expect(parseLosses('{\n"a": 1, "a": 2}')).toMatchObject([
      { message: 'the field "a" appears twice in line 2: keep one', column: 9 },
    ]);
  });

  it.each([
    ['{"a":[1,{"b":1,"b":{"b":2}}],"c":"a"}', ['/a/1/b']],
    ['[{"a":1},{"a":2,"\\u0061":3}]', ['/1/a']],
    ['{"a":{"x":1},"b":{"x":1},"a":{"y":1,"y":2}}', ['/a', '/a/y']],
    ['{"__proto__":1,"__proto__":2}', ['/__proto__']],
    ['{"a/b":1,"a/b":2}', ['/a~1b']],
    ['{"":1,"":2}', ['/']],
    ['{"a\\"":1,"a":2,"b":",{\\\\","c":["a","a"]}', []],
    ['"a"', []],
    ['{}', []],
  ])('in %s are %j', (text, expected) => {
    expect(pointers(text)).toEqual(expected);
  });

  it('are listed beside numbers that cannot be held', () => {
    expect(
      parseLosses('{"a":[1,\n 10101672903689391],"a":{"b":1e999},"c":"10101672903689391"}'),
    ).toMatchObject([
      { kind: 'number', pointer: '/a/1', line: 2, column: 2 },
      { kind: 'field', pointer: '/a' },
      { kind: 'number', pointer: '/a/b' },
    ]);
    expect(parseLosses('9007199254740993')).toMatchObject([{ pointer: '', column: 1 }]);
    expect(parseLosses('[9007199254740992, 77.0, 1e300, -0.1]')).toEqual([]);
  });

  it('are never seen in what one object was written as', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(pointers(JSON.stringify(JSON.parse(text)))).toEqual([]);
      }),
    );
  });

  it('are listed up to a bound, however many there are', () => {
    expect(pointers(`{${Array.from({ length: 50_000 }, () => '"a":1').join(',\n')}}`)).toHaveLength(100);
  });

  it('are placed in one pass over the lines, however many there are of both', () => {
    const milliseconds = (repetitions: number): number => {
      const text = `{${'\n'.repeat(1_000_000)}${Array.from({ length: repetitions }, () => '"a":1').join()}}`;
      const runs = Array.from({ length: 3 }, () => {
        const start = performance.now();
        parseLosses(text);
        return performance.now() - start;
      });
      return Math.min(...runs);
    };
    expect(milliseconds(101) / milliseconds(2)).toBeLessThan(10);
  });
});
