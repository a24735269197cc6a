import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchEnd } from '../../../rules/admission/index.ts';
import { zonedClock } from '../../../rules/time/index.ts';

const BERLIN = 'Europe/Berlin';
const endOf = (batch: Parameters<typeof batchEnd>[0], at: string, zone = BERLIN): string =>
  batchEnd(batch, new Date(at), zone).toISOString();

describe('a window of a batch', () => {
  it.each([
    ['an hour ends at the full hour', '1h', '2026-01-12T10:20:00Z', '2026-01-12T11:00:00.000Z'],
    ['an alert at its end is in the next one', '1h', '2026-01-12T11:00:00Z', '2026-01-12T12:00:00.000Z'],
    [
      'the last one of a day ends at local midnight',
      '8h',
      '2026-01-12T20:00:00Z',
      '2026-01-12T23:00:00.000Z',
    ],
    ['a day ends at local midnight', '24h', '2026-01-12T20:00:00Z', '2026-01-12T23:00:00.000Z'],
    ['a day may be called 1d', '1d', '2026-01-12T20:00:00Z', '2026-01-12T23:00:00.000Z'],
    ['a week ends on Monday', '7d', '2026-01-14T20:00:00Z', '2026-01-18T23:00:00.000Z'],
    ['a week that begins ends a week later', '7d', '2026-01-18T23:00:00Z', '2026-01-25T23:00:00.000Z'],
    // The clock jumps from 02:00 to 03:00, and from 03:00 back to 02:00.
    ['a day of 23 hours ends at midnight', '24h', '2026-03-29T10:00:00Z', '2026-03-29T22:00:00.000Z'],
    ['a skipped end is the end of the jump', '30m', '2026-03-29T00:40:00Z', '2026-03-29T01:00:00.000Z'],
    ['an end shown twice is its first showing', '30m', '2026-10-25T00:10:00Z', '2026-10-25T00:30:00.000Z'],
    ['after it, the next one ends it', '30m', '2026-10-25T01:10:00Z', '2026-10-25T02:00:00.000Z'],
  ])('%s', (_, every, at, end) => {
    expect(endOf({ every }, at)).toBe(end);
  });

  it('ends after at most its length on the clock, and all that lies in it has one end', () => {
    const zones = [BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kathmandu'];
    const lengths: readonly (readonly [string, number])[] = [
      ['15m', 900],
      ['1h', 3_600],
      ['8h', 28_800],
      ['24h', 86_400],
      ['2d', 172_800],
      ['7d', 604_800],
    ];
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        fc.constantFrom(...lengths),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (at, zone, [every, seconds], share) => {
          const end = batchEnd({ every }, at, zone);
          const waits = end.getTime() - at.getTime();
          expect(waits).toBeGreaterThan(0);
          expect(waits).toBeLessThanOrEqual((seconds + 3_600) * 1_000);
          const later = new Date(at.getTime() + Math.floor(share * (waits - 1)));
          expect(batchEnd({ every }, later, zone).getTime()).toBe(end.getTime());
          if (seconds >= 86_400) expect(zonedClock(end, zone).minutes).toBeLessThanOrEqual(60);
        },
      ),
    );
  });
});

describe('a time of day', () => {
  it.each([
    ['today', undefined, '2026-01-12T06:59:59Z', '2026-01-12T07:00:00.000Z'],
    ['tomorrow, once it is reached', undefined, '2026-01-12T07:00:00Z', '2026-01-13T07:00:00.000Z'],
    ['on the next allowed day', ['mon', 'fri'] as const, '2026-01-12T08:00:00Z', '2026-01-16T07:00:00.000Z'],
    ['a week later on the only day', ['mon'] as const, '2026-01-12T07:00:00Z', '2026-01-19T07:00:00.000Z'],
    ['an hour of UTC earlier in summer', undefined, '2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
  ])('is sent %s', (_, days, at, end) => {
    const batch = { at: '08:00', timezone: BERLIN, ...(days && { days: [...days] }) };
    expect(endOf(batch, at, 'America/New_York')).toBe(end);
  });

  it('that the clock skips is the end of the jump, and shown twice its first showing', () => {
    const batch = { at: '02:30', timezone: BERLIN };
    expect(endOf(batch, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(endOf(batch, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(endOf(batch, '2026-10-25T01:00:00Z')).toBe('2026-10-26T01:30:00.000Z');
  });
});
