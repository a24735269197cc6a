import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOfNumber, isChanged, parseExactly } from '../../../rules/json/index.ts';

describe('JSON read exactly', () => {
  it.each<[string, unknown]>([
    ['10101672903689391', '10101672903689391'],
    ['-9007199254740993', '-9007199254740993'],
    ['1.0101672903689391e16', '10101672903689391'],
    ['9007199254740993.5', '9007199254740993.5'],
    ['18014398509481984', '18014398509481984'],
    ['9007199254740991', 9007199254740991],
    ['77.0', 77],
    ['1e300', 1e300],
    ['1E+22', 1e22],
    ['0.30000000000000004', 0.30000000000000004],
    ['-0', -0],
    ['"10101672903689391"', '10101672903689391'],
  ])('makes of %s %j', (text, value) => {
    expect(parseExactly(text)).toBe(value);
    expect(parseExactly(`{"a":[${text}]}`)).toEqual({ a: [value] });
  });

  it('leaves numbers in texts and names alone', () => {
    const text = '{"10101672903689391":"a \\" 10101672903689391","b":10101672903689391}';
    expect(parseExactly(text)).toEqual({
      '10101672903689391': 'a " 10101672903689391',
      b: '10101672903689391',
    });
  });

  it.each([
    '[1234567890123456789.]',
    '{1234567890123456789:1}',
    '[01234567890123456789]',
    '1234567890123456789 1',
  ])('takes no text that is not JSON: %s', (text) => {
    expect(() => parseExactly(text)).toThrow(SyntaxError);
  });

  it('is JSON.parse for everything that JSON.stringify writes of numbers that it can hold', () => {
    const value = fc.jsonValue({ noUnicodeString: false });
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json, (_name, each: unknown) =>
          Number.isInteger(each) && !Number.isSafeInteger(each) ? 1 : each,
        );
        expect(parseExactly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps every whole number to the digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (number) => {
        expect(String(parseExactly(String(number)))).toBe(String(number));
      }),
    );
  });
});

describe('a number that is changed', () => {
  it.each(['9007199254740993', '1e999', '10101672903689391', '9007199254740993.5', '-1e400'])(
    '%s is',
    (number) => expect(isChanged(number)).toBe(true),
  );
  it.each([
    '9007199254740992',
    '1e300',
    '77.0',
    '0.1',
    '1.7976931348623157e308',
    '10000000000000000000000.00',
  ])('%s is not', (number) => expect(isChanged(number)).toBe(false));
});

it.each<[number, string | undefined]>([
  [77.0, '77'],
  [7.7e1, '77'],
  [-0, '0'],
  [77.5, '77.5'],
  [2 ** 53, undefined],
  [1e21, undefined],
  [1e-7, undefined],
  [0.1 + 0.2, undefined],
  [Number.NaN, undefined],
  [Infinity, undefined],
])('the id of the number %s is %s', (number, id) => {
  expect(idOfNumber(number)).toBe(id);
});
