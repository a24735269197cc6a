import { describe, expect, it } from 'vitest';
import { areGone, endedBefore, reconcileRange, serviceDay } from '../../../rules/reconcile/index.ts';

const NOW = new Date('2026-03-18T10:00:00Z');
const ago = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

describe('the dates of the next reconciliation run', () => {
  it.each([
    ['the first one', {}, '2026-03-05', true],
    ['an hour after another', { last: 1, wide: 5 }, '2026-03-16', false],
    ['a day after the wide one', { last: 1, wide: 24 }, '2026-03-05', true],
    ['half an hour before that', { last: 1, wide: 23 }, '2026-03-16', false],
    ['after an outage of thirty hours', { last: 30, wide: 31 }, '2026-03-04', true],
    ['after three weeks', { last: 21 * 24, wide: 21 * 24 }, '2026-02-12', true],
    ['after a year', { last: 365 * 24, wide: 365 * 24 }, '2026-01-18', true],
  ])('%s', (_case, { last, wide }: { last?: number; wide?: number }, fromDate, isWide) => {
    const before = {
      ...(last === undefined ? {} : { lastStartedAt: ago(last) }),
      ...(wide === undefined ? {} : { lastWideStartedAt: ago(wide) }),
    };
    expect(reconcileRange(NOW, before)).toEqual({ fromDate, toDate: '2026-03-18', isWide });
  });
});

describe('the day of a trip', () => {
  it('is the UTC date on which it began', () => {
    const times = { startTime: '2026-03-18T01:30:00+02:00', endTime: '2026-03-18T02:10:00+02:00' };
    expect(serviceDay(times, '2026-01-01')).toBe('2026-03-17');
  });
  it('is that of its end, or the one given, when the start is not known', () => {
    expect(serviceDay({ endTime: '2026-03-18T02:10:00Z' }, '2026-01-01')).toBe('2026-03-18');
    expect(serviceDay({ startTime: 'NA' }, '2026-01-01')).toBe('2026-01-01');
  });
  it('says whether it was over', () => {
    expect(endedBefore({ endTime: '2026-03-18T09:59:00Z' }, NOW)).toBe(true);
    expect(endedBefore({ endTime: '2026-03-18T10:01:00Z' }, NOW)).toBe(false);
    expect(endedBefore({}, NOW)).toBe(false);
  });
});

describe('trips that are not found any more', () => {
  it.each([
    ['a few of few', 3, 4, 0, true],
    ['many of very many', 40, 1_000, 0, true],
    ['half of them at once', 500, 1_000, 0, false],
    ['half of them for a day', 500, 1_000, 24, true],
  ])('%s', (_case, count, known, hours, expected) => {
    expect(areGone({ count, known, since: ago(hours) }, NOW)).toBe(expected);
  });
});
