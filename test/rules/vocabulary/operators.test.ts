import { describe, expect, it } from 'vitest';
import { OPERATORS, findOperator, applyOperator, opposite } from '../../../rules/vocabulary/index.ts';
import type { Json, Truth } from '../../../rules/vocabulary/index.ts';
import { allOf, anyOf } from '../../../rules/evaluation/index.ts';

/** Both sides of a comparison, and its result. */
type Row = readonly [actual: Json | undefined, value: Json, result: Truth];

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  equal: [
    [1, 1, 'true'],
    [1, 2, 'false'],
    ['a', 'a', 'true'],
    [true, true, 'true'],
    ['1', 1, 'unknown'],
    [1, '1', 'unknown'],
    [[1], 1, 'unknown'],
    [undefined, 1, 'unknown'],
  ],
  notEqual: [
    [1, 2, 'true'],
    [1, 1, 'false'],
    ['1', 1, 'unknown'],
    [undefined, 1, 'unknown'],
  ],
  lessThan: [
    [1, 2, 'true'],
    [2, 2, 'false'],
    ['1', 2, 'unknown'],
    [undefined, 2, 'unknown'],
  ],
  lessThanInclusive: [
    [2, 2, 'true'],
    [2.01, 2, 'false'],
    ['1', 2, 'unknown'],
    [undefined, 2, 'unknown'],
  ],
  greaterThan: [
    [3, 2, 'true'],
    [2, 2, 'false'],
    ['40', 2, 'unknown'],
    [undefined, 2, 'unknown'],
  ],
  greaterThanInclusive: [
    [2, 2, 'true'],
    [1.99, 2, 'false'],
    ['40', 2, 'unknown'],
    [undefined, 2, 'unknown'],
  ],
  in: [
    ['a', ['b', 'a'], 'true'],
    ['c', ['b', 'a'], 'false'],
    [1, ['1'], 'unknown'],
    [undefined, ['a'], 'unknown'],
    [['a'], ['a'], 'unknown'],
  ],
  notIn: [
    ['c', ['b', 'a'], 'true'],
    ['a', ['b', 'a'], 'false'],
    [1, ['1'], 'unknown'],
    [undefined, ['a'], 'unknown'],
  ],
  contains: [
    [['a', 'b'], 'b', 'true'],
    [['a', 'b'], 'c', 'false'],
    [[], 'c', 'false'],
    [[1, 'c'], 'c', 'true'],
    [[1], 'c', 'unknown'],
    ['abc', 'c', 'unknown'],
    [undefined, 'c', 'unknown'],
  ],
  doesNotContain: [
    [['a', 'b'], 'c', 'true'],
    [['a', 'b'], 'b', 'false'],
    [[1], 'c', 'unknown'],
    ['abc', 'c', 'unknown'],
    [undefined, 'c', 'unknown'],
  ],
  between: [
    [2, [2, 4], 'true'],
    [4, [2, 4], 'true'],
    [5, [2, 4], 'false'],
    [1.9, [2, 4], 'false'],
    ['3', [2, 4], 'unknown'],
    [undefined, [2, 4], 'unknown'],
  ],
  startsWith: [
    ['delivery-7', 'delivery-', 'true'],
    ['Delivery-7', 'delivery-', 'false'],
    [7, '7', 'unknown'],
    [undefined, 'a', 'unknown'],
  ],
  containsText: [
    ['a.*b', '.*', 'true'],
    ['aab', '.*', 'false'],
    [['.*'], '.*', 'unknown'],
    [undefined, 'a', 'unknown'],
  ],
  isKnown: [
    [0, true, 'true'],
    ['', true, 'true'],
    [0, false, 'false'],
    [undefined, true, 'false'],
    [undefined, false, 'true'],
  ],
};

describe.each(OPERATORS)('$name', (operator) => {
  const rows = TABLE[operator.name] ?? [];

  it.each(rows)('of %j and %j is %s', (actual, value, result) => {
    expect(applyOperator(operator, actual, value)).toBe(result);
  });

  it('has a table with every result it can have', () => {
    const results = new Set(rows.map(([, , result]) => result));
    expect([...results].sort()).toEqual(
      operator.name === 'isKnown' ? ['false', 'true'] : ['false', 'true', 'unknown'],
    );
  });

  it('is the reverse of its opposite on every row', () => {
    const other = findOperator(operator.opposite ?? '');
    if (!other) {
      expect(operator.opposite).toBeUndefined();
      return;
    }
    for (const [actual, value, result] of rows)
      expect(applyOperator(other, actual, value)).toBe(opposite(result));
  });
});

describe("Kleene's tables", () => {
  const [t, f, u] = ['true', 'false', 'unknown'] as const;

  it.each([
    { pair: [t, t], all: t, any: t },
    { pair: [t, f], all: f, any: t },
    { pair: [t, u], all: u, any: t },
    { pair: [f, t], all: f, any: t },
    { pair: [f, f], all: f, any: f },
    { pair: [f, u], all: f, any: u },
    { pair: [u, t], all: u, any: t },
    { pair: [u, f], all: f, any: u },
    { pair: [u, u], all: u, any: u },
  ] as const)('of $pair: all is $all, any is $any', ({ pair, all, any }) => {
    const children = pair.map((result) => ({ result }));
    expect(allOf(children)).toBe(all);
    expect(anyOf(children)).toBe(any);
  });

  it.each([
    [t, f],
    [f, t],
    [u, u],
  ])('not %s is %s', (a, result) => {
    expect(opposite(a)).toBe(result);
  });
});
