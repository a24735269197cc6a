import { expect, it } from 'vitest';
import { rangeOf } from '../../../activities/backfill/index.ts';

it('asks for the UTC dates that the days of a zone touch, and takes the trips that began in these days', () => {
  const days = { fromDate: '2026-03-28', toDate: '2026-03-29', timezone: 'Europe/Berlin' };
  const { startDate, endDate, includes } = rangeOf(days);
  expect([startDate, endDate]).toEqual(['2026-03-27', '2026-03-29']);
  expect(includes({ startTime: '2026-03-27T22:59:59Z' })).toBe(false);
  expect(includes({ startTime: '2026-03-27T23:00:00Z' })).toBe(true);
  // The clocks are set forward that night: the day ends at 22:00 UTC.
  expect(includes({ startTime: '2026-03-29T21:59:59Z', endTime: '2026-03-29T22:10:00Z' })).toBe(true);
  expect(includes({ startTime: '2026-03-29T22:00:00Z' })).toBe(false);
  expect(includes({ endTime: '2026-03-30T08:00:00Z' })).toBe(false);
  expect(includes({})).toBe(true);
});

it('takes UTC dates as they are', () => {
  const { startDate, endDate } = rangeOf({ fromDate: '2026-03-28', toDate: '2026-03-29', timezone: 'UTC' });
  expect([startDate, endDate]).toEqual(['2026-03-28', '2026-03-29']);
});
