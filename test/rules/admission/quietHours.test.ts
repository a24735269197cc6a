import { describe, expect, it } from 'vitest';
import type { QuietHours } from '../../../rules/documents/index.ts';
import { isAlwaysQuiet, quietUntil } from '../../../rules/admission/index.ts';
import { firstInstantFrom, localDay } from '../../../rules/time/index.ts';

const NIGHT: QuietHours = { from: '22:00', to: '06:00', timezone: 'Europe/Berlin' };

function until(quiet: QuietHours, at: string): string | undefined {
  return quietUntil(quiet, new Date(at))?.toISOString();
}

describe('quiet hours', () => {
  it.each([
    ['before they begin', NIGHT, '2026-01-12T20:59:59Z', undefined],
    ['from their first second', NIGHT, '2026-01-12T21:00:00Z', '2026-01-13T05:00:00.000Z'],
    ['after midnight', NIGHT, '2026-01-13T04:59:59Z', '2026-01-13T05:00:00.000Z'],
    ['not at their end', NIGHT, '2026-01-13T05:00:00Z', undefined],
    ['in summer an hour earlier', NIGHT, '2026-07-13T03:59:00Z', '2026-07-13T04:00:00.000Z'],
    ['the night the clock goes forward', NIGHT, '2026-03-28T22:00:00Z', '2026-03-29T04:00:00.000Z'],
    ['the night the clock goes back', NIGHT, '2026-10-24T22:00:00Z', '2026-10-25T05:00:00.000Z'],
    [
      'within one day',
      { ...NIGHT, from: '12:00', to: '13:30' },
      '2026-01-12T11:00:00Z',
      '2026-01-12T12:30:00.000Z',
    ],
    ['begun on their day', { ...NIGHT, days: ['mon'] }, '2026-01-13T02:00:00Z', '2026-01-13T05:00:00.000Z'],
    ['not begun on another', { ...NIGHT, days: ['mon'] }, '2026-01-13T22:00:00Z', undefined],
    [
      'a whole weekend at a time',
      { from: '00:00', to: '00:00', timezone: 'UTC', days: ['sat', 'sun'] },
      '2026-01-10T10:00:00Z',
      '2026-01-12T00:00:00.000Z',
    ],
    [
      'a time the clock jumps over',
      { ...NIGHT, to: '02:30' },
      '2026-03-28T23:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    ['not any longer after that jump', { ...NIGHT, to: '02:30' }, '2026-03-29T01:10:00Z', undefined],
    [
      'from the end of a jump over their beginning',
      { ...NIGHT, from: '02:30' },
      '2026-03-29T01:00:00Z',
      '2026-03-29T04:00:00.000Z',
    ],
    ['not before that jump', { ...NIGHT, from: '02:30' }, '2026-03-29T00:59:59Z', undefined],
    [
      'not where the clock jumps over all of them',
      { ...NIGHT, from: '02:15', to: '02:45' },
      '2026-03-29T01:20:00Z',
      undefined,
    ],
    [
      'across a day that an island left out',
      { ...NIGHT, timezone: 'Pacific/Apia' },
      '2011-12-30T09:30:00Z',
      '2011-12-30T16:00:00.000Z',
    ],
    [
      'a time the clock shows twice',
      { ...NIGHT, to: '02:30' },
      '2026-10-24T23:00:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'half an hour beside the hour',
      { ...NIGHT, timezone: 'Asia/Kolkata' },
      '2026-01-12T20:00:00Z',
      '2026-01-13T00:30:00.000Z',
    ],
  ] as const)('%s', (_, quiet, at, end) => {
    expect(until(quiet as QuietHours, at)).toBe(end);
  });

  it('never end when they run all day on every day', () => {
    const always: QuietHours = { from: '08:00', to: '08:00', timezone: 'UTC' };
    expect(isAlwaysQuiet(always)).toBe(true);
    expect(isAlwaysQuiet({ ...always, days: ['sat'] })).toBe(false);
    expect(isAlwaysQuiet(NIGHT)).toBe(false);
    expect(until(always, '2026-01-12T10:00:00Z')).toBeDefined();
  });
});

describe('a local day', () => {
  it.each([
    ['2026-01-12T23:30:00Z', '2026-01-13', 24],
    ['2026-03-29T12:00:00Z', '2026-03-29', 23],
    ['2026-10-25T12:00:00Z', '2026-10-25', 25],
  ])('of %s is %s with %i hours', (at, date, hours) => {
    const day = localDay(new Date(at), 'Europe/Berlin');
    expect(day.date).toBe(date);
    expect((day.to.getTime() - day.from.getTime()) / 3_600_000).toBe(hours);
  });

  it('begins at one in the morning where the clock jumps over midnight', () => {
    const start = firstInstantFrom({ date: '2026-03-29', minutes: 0 }, 'Asia/Beirut');
    expect(start.toISOString()).toBe('2026-03-28T22:00:00.000Z');
  });

  it('meets the next without a gap, over all the changes of a clock', () => {
    const zones = ['Asia/Beirut', 'America/Nuuk', 'America/Asuncion', 'Australia/Lord_Howe', 'Africa/Cairo'];
    for (const zone of zones) {
      let day = localDay(new Date('2023-12-31T12:00:00Z'), zone);
      while (day.date < '2025-01-01') {
        const next = localDay(day.to, zone);
        expect([zone, next.from, day.from < day.to]).toEqual([zone, day.to, true]);
        expect(localDay(new Date(day.to.getTime() - 1), zone).date).toBe(day.date);
        day = next;
      }
    }
  });
});
