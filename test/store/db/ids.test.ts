import { describe, expect, it } from 'vitest';
import { LONGEST_ID, fingerprint, isRowId, isStorableId } from '../../../store/db/index.ts';
import { tripEndedAt } from '../../../store/trips/index.ts';

describe('ids', () => {
  it.each(['d-1', 'ann@example.com', 'a/b:c d', 'Ünï', '😀', 'x'.repeat(LONGEST_ID)])('keeps %s', (id) => {
    expect(isStorableId(id)).toBe(true);
  });

  it.each([
    ['an empty one', ''],
    ['a long one', 'x'.repeat(LONGEST_ID + 1)],
    ['a NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('refuses %s', (_what, id) => {
    expect(isStorableId(id)).toBe(false);
  });

  it('distinguishes row numbers from other texts', () => {
    expect(['1', '123456789012345678'].map(isRowId)).toEqual([true, true]);
    expect(['', '-1', '1.5', 'abc', '1234567890123456789', '1;'].some(isRowId)).toBe(false);
  });

  it('keeps the boundaries of a fingerprint', () => {
    expect(fingerprint(['a', 'bc'])).not.toBe(fingerprint(['ab', 'c']));
    expect(fingerprint(['a', 'bc'])).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('tripEndedAt', () => {
  const startTime = '2026-03-10T10:00:00+02:00';
  it.each([
    ['the end', { startTime, endTime: '2026-03-10T10:30:00+02:00' }, '2026-03-10T08:30:00.000Z'],
    ['start and duration', { startTime, durationSeconds: 60 }, '2026-03-10T08:01:00.000Z'],
    ['the start alone', { startTime }, '2026-03-10T08:00:00.000Z'],
    [
      'the start when the end has no offset',
      { startTime, endTime: '2026-03-10T10:30:00' },
      '2026-03-10T08:00:00.000Z',
    ],
    [
      'the start when the duration is absurd',
      { startTime, durationSeconds: 1e300 },
      '2026-03-10T08:00:00.000Z',
    ],
  ])('is %s', (_what, trip, expected) => {
    expect(tripEndedAt(trip)?.toISOString()).toBe(expected);
  });

  it('is nothing without a time', () => {
    expect(tripEndedAt({ durationSeconds: 5 })).toBeUndefined();
    expect(tripEndedAt({ endTime: '2026-13-45T99:00:00Z' })).toBeUndefined();
  });
});
