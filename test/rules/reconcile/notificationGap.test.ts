import { describe, expect, it } from 'vitest';
import { isUnusuallyQuiet, sameStretchBefore } from '../../../rules/reconcile/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK_MS = 168 * HOUR_MS;

describe('much longer than usual', () => {
  it.each([
    ['a quiet hour at a busy time', HOUR_MS, [40, 38, 44, 41], true],
    ['an hour that is always quiet, such as the night', HOUR_MS, [0, 1, 0, 0], false],
    ['an hour in which seldom much comes', HOUR_MS, [2, 9, 3, 8], false],
    ['twenty minutes at the busiest time', 20 * MINUTE_MS, [400, 380, 390, 401], false],
    ['half an hour at the busiest time', 30 * MINUTE_MS, [400, 380, 390, 401], true],
    ['a busy time with one holiday among the weeks', HOUR_MS, [40, 0, 44, 41], true],
    ['a time that was quiet in every other week', HOUR_MS, [40, 0, 44, 0], false],
    ['a fleet known for three weeks', HOUR_MS, [40, 44, 41], true],
    ['a fleet known for two weeks', HOUR_MS, [40, 44], true],
    ['a fleet known for two weeks, one of them empty', HOUR_MS, [40, 0], false],
    ['a fleet known for one week', HOUR_MS, [40], false],
    ['a new fleet', 48 * HOUR_MS, [], false],
    ['a slow fleet after a day', 24 * HOUR_MS, [3, 4, 2, 3], false],
    ['a slow fleet after four days', 96 * HOUR_MS, [12, 14, 10, 11], true],
  ] as const)('%s', (_case, quietMs, counts, expected) => {
    expect(isUnusuallyQuiet(quietMs, counts)).toBe(expected);
  });
});

describe('the same stretch before', () => {
  const to = new Date('2026-03-18T10:00:00Z');

  it('is a week earlier each time, as far as the history goes', () => {
    const quiet = { from: new Date(to.getTime() - HOUR_MS), to };
    const before = sameStretchBefore(quiet, new Date(to.getTime() - 3 * WEEK_MS));
    expect(before.map((each) => each.to.toISOString())).toEqual([
      '2026-03-11T10:00:00.000Z',
      '2026-03-04T10:00:00.000Z',
    ]);
  });

  it('never reaches into the quiet itself', () => {
    const quiet = { from: new Date(to.getTime() - 9 * 24 * HOUR_MS), to };
    const before = sameStretchBefore(quiet, new Date(0));
    expect(before).toHaveLength(4);
    expect(before[0]!.to.getTime()).toBeLessThanOrEqual(quiet.from.getTime());
  });
});
