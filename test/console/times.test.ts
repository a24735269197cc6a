import { describe, expect, it } from 'vitest';
import { createTimes, instantOf } from '../../console/time/index.ts';

const times = createTimes('en-GB', 'Europe/Berlin');
const now = new Date('2026-11-25T10:42:00Z');
const after = (seconds: number): string =>
  times.relative(new Date(now.getTime() + seconds * 1_000).toISOString(), now);

describe('how long ago or ahead', () => {
  it.each([
    [2 * 3_600 - 1, 'in 2 hours'],
    [2 * 3_600 - 29 * 60, 'in 2 hours'],
    [3_600, 'in 1 hour'],
    [3_570, 'in 1 hour'],
    [59 * 60, 'in 59 minutes'],
    [90, 'in 2 minutes'],
    [40, 'in 40 seconds'],
    [0, 'now'],
    [-3 * 60 - 10, '3 minutes ago'],
    [-86_400, 'yesterday'],
    [6 * 86_400 - 5, 'in 6 days'],
  ])('%s seconds: %s', (seconds, words) => {
    expect(after(seconds)).toBe(words);
  });
});

describe('a date', () => {
  // It is 2026 in Berlin, and still 2025 in UTC.
  const german = createTimes('de-DE', 'Europe/Berlin', () => new Date('2025-12-31T23:30:00Z'));
  const english = createTimes('en-GB', 'Europe/Berlin', () => new Date('2025-12-31T23:30:00Z'));

  it('has its year unless it is the present one by the fleet’s clock', () => {
    expect(english.dateTime('2026-03-10T12:00:00Z')).toBe('10 Mar, 13:00');
    expect(english.dateTime('2025-12-31T23:00:00Z')).toBe('1 Jan, 00:00');
    expect(english.dateTime('2025-12-31T22:59:00Z')).toBe('31 Dec 2025, 23:59');
    expect(german.dateTime('2025-03-10T12:00:00Z')).toBe('10. März 2025, 13:00');
    expect(english.dateTime('2027-03-10T12:00:00Z')).toBe('10 Mar 2027, 13:00');
  });

  it('without a time does so as well', () => {
    expect(english.day('2026-11-25')).toBe('25 Nov');
    expect(english.day('2025-12-31')).toBe('31 Dec 2025');
    expect(german.day('2025-12-31')).toBe('31. Dez. 2025');
  });
});

describe('the instant of a wall clock’s time', () => {
  it.each([
    ['2026-11-25T14:05', 'Europe/Berlin', '2026-11-25T13:05:00.000Z'],
    ['2026-07-01T00:00', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
    ['2026-11-25T14:05:30', 'UTC', '2026-11-25T14:05:30.000Z'],
    // Clocks go back at 03:00: the first 02:30 counts. They go forward at 02:00: there is no 02:30.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('%s in %s', (wall, zone, instant) => {
    expect(instantOf(wall, zone)?.toISOString()).toBe(instant);
  });

  it('is undefined for anything else', () => {
    for (const wall of ['', 'tomorrow', '2026-11-25', '2026-13-45T99:99'])
      expect(instantOf(wall, 'UTC')).toBeUndefined();
  });
});
