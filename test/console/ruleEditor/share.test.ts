import { describe, expect, it } from 'vitest';
import { barsOf, matchingTrips } from '../../../console/views/rules/form/index.ts';
import type { Distribution } from '../../../console/views/rules/form/index.ts';
import type { Json } from '../../../console/views/rules/form/index.ts';

const base = { fact: 'x', trips: 200, known: 150, unknown: 50, unknown_because: [] };
const numbers: Distribution = {
  ...base,
  minimum: 0,
  maximum: 100,
  quantiles: [0, 0.25, 0.5, 0.75, 1].map((share) => ({ share, value: share * 100 })),
};
const texts: Distribution = {
  ...base,
  values: [
    { value: 'north', count: 100 },
    { value: 'north-east', count: 30 },
    { value: 'south', count: 20 },
  ],
};
const share = (of: Distribution, operator: string, value: Json): number | undefined => {
  const found = matchingTrips(of, { operator, value })?.share;
  return found === undefined ? undefined : Math.round(found * 1_000) / 1_000;
};

describe('the share of trips that a comparison matches', () => {
  it.each([
    ['greaterThanInclusive', 90, 0.1],
    ['greaterThan', 100, 0],
    ['greaterThanInclusive', -1, 1],
    ['lessThan', 25, 0.25],
    ['lessThanInclusive', 200, 1],
    ['between', [25, 75], 0.5],
    ['between', [75, 25], 0],
    ['isKnown', true, 0.75],
    ['isKnown', false, 0.25],
    ['lessThan', 'soon', undefined],
    ['startsWith', 'a', undefined],
  ] as const)('of numbers, with %s %j: %j', (operator, value, expected) => {
    expect(share(numbers, operator, value as Json)).toBe(expected);
  });

  it('of a value that many trips have takes none of them for less', () => {
    const zeros: Distribution = {
      ...base,
      minimum: 0,
      maximum: 4,
      quantiles: [0, 0.5, 0.9, 1].map((each, index) => ({ share: each, value: [0, 0, 0, 4][index]! })),
    };
    expect(share(zeros, 'lessThan', 0)).toBe(0);
    expect(share(zeros, 'lessThanInclusive', 0)).toBe(0.9);
    expect(share(zeros, 'greaterThan', 0)).toBe(0.1);
    expect(share(zeros, 'greaterThanInclusive', 0)).toBe(1);
  });

  it.each([
    ['equal', 'north', 0.667],
    ['notEqual', 'north', 0.333],
    ['in', ['north', 'south'], 0.8],
    ['startsWith', 'north', 0.867],
    ['containsText', 'east', 0.2],
    ['doesNotContain', 'south', 0.867],
  ] as const)('of texts, with %s %j: %j', (operator, value, expected) => {
    expect(share(texts, operator, value as Json)).toBe(expected);
  });

  it('of dates compares instants', () => {
    const dates: Distribution = {
      ...base,
      minimum: '2026-01-01',
      maximum: '2026-01-11',
      quantiles: [
        { share: 0, value: '2026-01-01' },
        { share: 1, value: '2026-01-11' },
      ],
    };
    expect(share(dates, 'lessThan', '2026-01-06')).toBe(0.5);
    expect(
      barsOf(dates, { operator: 'lessThan', value: '2026-01-06' }, 4).map((bar) => bar.isMatching),
    ).toEqual([true, true, false, false]);
  });
});

describe('what is rarer than one trip in a hundred', () => {
  const SHARES = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1];
  /** Returns the distribution of these values as the API computes it. */
  const of = (all: readonly number[]): Distribution => {
    const sorted = [...all].sort((a, b) => a - b);
    const tail = Math.ceil(sorted.length / 100);
    const counts = new Map<number, number>();
    for (const each of sorted) counts.set(each, (counts.get(each) ?? 0) + 1);
    return {
      trips: sorted.length,
      known: sorted.length,
      unknown: 0,
      minimum: sorted[0]!,
      maximum: sorted.at(-1)!,
      quantiles: SHARES.map((each) => ({
        share: each,
        value: sorted[Math.max(0, Math.ceil(each * sorted.length) - 1)]!,
      })),
      lowest: sorted.slice(0, tail),
      highest: sorted.slice(-tail),
      ...(counts.size <= 50 && {
        values: [...counts].map(([value, count]) => ({ value, count })),
      }),
    };
  };
  const collisions = of([...Array<number>(4_997).fill(0), 1, 1, 1]);
  const speeds = of(Array.from({ length: 5_000 }, (_, index) => (5_000 + index) / 100));

  it.each([
    ['collisions', 'greaterThanInclusive', 1, 3],
    ['collisions', 'greaterThan', 0, 3],
    ['collisions', 'greaterThan', 1, 0],
    ['collisions', 'equal', 1, 3],
    ['collisions', 'notEqual', 0, 3],
    ['collisions', 'between', [1, 5], 3],
    ['collisions', 'lessThan', 0, 0],
    ['speeds', 'greaterThanInclusive', 99.99, 1],
    ['speeds', 'greaterThan', 99.9, 9],
    ['speeds', 'greaterThan', 200, 0],
    ['speeds', 'lessThanInclusive', 50, 1],
    ['speeds', 'lessThan', 50, 0],
    ['speeds', 'equal', 99.99, 1],
    ['speeds', 'between', [99.6, 300], 40],
    ['speeds', 'between', [0, 10], 0],
  ] as const)('is counted: %s with %s %j are %i trips', (name, operator, value, count) => {
    const distribution = name === 'collisions' ? collisions : speeds;
    const found = matchingTrips(distribution, { operator, value: value as Json });
    expect(found).toMatchObject({ count, of: 5_000 });
  });

  it.each([
    ['greaterThan', 75],
    ['between', [60, 70]],
    ['equal', 75],
    ['notEqual', 75],
  ] as const)('is estimated where it lies between quantiles: with %s %j', (operator, value) => {
    expect(matchingTrips(speeds, { operator, value: value as Json })).not.toHaveProperty('count');
  });

  it('is counted of any values as they are compared one by one', () => {
    for (const size of [1, 3, 60, 150]) {
      const all = Array.from({ length: size }, (_, index) => (index * 7_919) % (size > 100 ? 997 : 11));
      const tests = {
        greaterThan: (each: number, bound: number) => each > bound,
        greaterThanInclusive: (each: number, bound: number) => each >= bound,
        lessThan: (each: number, bound: number) => each < bound,
        lessThanInclusive: (each: number, bound: number) => each <= bound,
        equal: (each: number, bound: number) => each === bound,
      };
      for (const [operator, matches] of Object.entries(tests))
        for (const bound of [-1, 0, 1, 5, 10, 500, 990, 2_000]) {
          const found = matchingTrips(of(all), { operator, value: bound });
          const count = all.filter((each) => matches(each, bound)).length;
          if (found?.count !== undefined)
            expect([operator, bound, found.count]).toEqual([operator, bound, count]);
        }
    }
  });
});

describe('the picture of a distribution', () => {
  it('shows the trips in the order of their values, and which match', () => {
    const bars = barsOf(numbers, { operator: 'greaterThan', value: 50 }, 4);
    expect(bars.map(({ isMatching }) => isMatching)).toEqual([false, false, true, true]);
    expect(bars.map(({ to }) => Math.round(to * 87.5))).toEqual([13, 38, 63, 88]);
    expect(barsOf(texts, { operator: 'equal', value: 'north' })).toEqual([]);
  });

  it('begins at zero, so that drops go down and rises up', () => {
    const changes: Distribution = {
      ...base,
      minimum: -10,
      maximum: 10,
      quantiles: [
        { share: 0, value: -10 },
        { share: 1, value: 10 },
      ],
    };
    const [drop, rise] = barsOf(changes, { operator: 'lessThan', value: 0 }, 2);
    expect([drop!.from, drop!.to, drop!.isMatching]).toEqual([0, 0.5, true]);
    expect([rise!.from, rise!.to, rise!.isMatching]).toEqual([0.5, 1, false]);
  });
});
