import { expect, it } from 'vitest';
import { clockWords } from '../../../messages/decisions/index.ts';
import { tripEndedAt, windowFingerprint, withClockMark } from '../../../store/trips/index.ts';
import { fingerprint } from '../../../activities/facts/index.ts';
import { exampleTrip } from '../../store/examples.ts';

const RECEIVED = new Date('2026-11-20T12:00:00Z');
/** The same in seconds since 1970. */
const SECONDS = 1_795_176_000;
/** From 1900, where NTP counts from, to 1970. */
const NTP_EPOCH = 2_208_988_800;
const marked = (endTime: string | undefined, more: object = {}) => {
  const { endTime: _end, startTime: _start, durationSeconds: _duration, ...rest } = exampleTrip();
  return withClockMark({ ...rest, ...(endTime !== undefined && { endTime }), ...more }, RECEIVED);
};

it.each<[what: string, endTime: string, seconds: number | undefined]>([
  ['in time', '2026-11-20T11:58:00Z', undefined],
  ['at its receipt', '2026-11-20T12:00:00Z', undefined],
  ['15 minutes after its receipt', '2026-11-20T12:15:00Z', undefined],
  ['15 minutes and a millisecond after it', '2026-11-20T12:15:00.001Z', 900.001],
  ['15 minutes after it in another zone', '2026-11-20T17:45:00+05:30', undefined],
  ['UTC written down as the time of Berlin', '2026-11-20T11:58:00+01:00', undefined],
  ['the time of Berlin written down as UTC', '2026-11-20T12:58:00Z', 3_480],
  ['the time of Auckland written down as UTC', '2026-11-21T00:58:00Z', 46_680],
  ['with summer time that is over', '2026-11-20T12:58:00+00:00', 3_480],
  ['10 minutes ahead, by the clock of the phone', '2026-11-20T12:10:00Z', undefined],
  ['an hour and a half after its receipt', '2026-11-20T13:34:00Z', 5_640],
  ['18 leap seconds ahead, by GPS time', '2026-11-20T12:00:18Z', undefined],
  ['19 seconds ahead of TAI', '2026-11-20T12:00:37Z', undefined],
  ['on the next day, when the date is set before the time', '2026-11-21T11:58:00Z', 86_280],
  ['a year ahead and a month back', '2027-10-20T12:00:00Z', 28_857_600],
  ['8 years ahead', '2034-11-20T12:00:00Z', 2_922 * 86_400],
  ['in 2094', '2094-01-03T03:44:10Z', 2_118_152_650],
  ['in 3236, at a cold start', '3236-01-12T23:59:48Z', 38_156_961_588],
  ['a year ahead', '2027-11-20T12:00:00Z', 31_536_000],
  ['in 2036, where NTP begins its second era', '2036-02-07T06:28:16Z', 2 ** 32 - NTP_EPOCH - SECONDS],
  ['in 2038, where 32 bits end', '2038-01-19T03:14:07Z', 2 ** 31 - 1 - SECONDS],
  ['in 2080, which a year of two digits makes of 1980', '2080-01-06T00:00:00Z', 1_676_548_800],
  ['in 2106, where unsigned 32 bits end', '2106-02-07T06:28:15Z', 2 ** 32 - 1 - SECONDS],
  ['1,024 weeks ahead, corrected once too often', '2046-07-06T12:00:00Z', 619_315_200],
  ['1,024 weeks back', '2007-04-06T12:00:00Z', undefined],
  ['in 2003, by 1,024 weeks', '2003-05-07T12:00:00Z', undefined],
  ['in 1970', '1970-01-01T00:00:10Z', undefined],
  ['in 1980, where GPS begins', '1980-01-06T00:00:00Z', undefined],
  ['days before, from a buffer', '2026-11-16T08:00:00Z', undefined],
])('a trip that ended %s', (_what, endTime, seconds) => {
  const trip = marked(endTime);
  expect(trip.clockAheadSeconds).toBe(seconds);
  expect(tripEndedAt(trip)).toEqual(seconds === undefined ? new Date(endTime) : undefined);
});

it('a trip without its end is held against its start and duration, and one without times against nothing', () => {
  const started = { startTime: '2026-11-20T12:10:00Z' };
  expect(marked(undefined, started).clockAheadSeconds).toBeUndefined();
  expect(marked(undefined, { ...started, durationSeconds: 600 }).clockAheadSeconds).toBe(1_200);
  expect(marked(undefined).clockAheadSeconds).toBeUndefined();
  expect(marked('yesterday').clockAheadSeconds).toBeUndefined();
});

it('the mark goes once the end is corrected, and is no news by itself', () => {
  const ahead = marked('2027-11-20T12:00:00Z');
  const corrected = withClockMark({ ...ahead, endTime: '2026-11-20T11:58:00Z' }, RECEIVED);
  expect(corrected).not.toHaveProperty('clockAheadSeconds');
  const { clockAheadSeconds: _mark, ...read } = ahead;
  expect([fingerprint(read), windowFingerprint(read)]).toEqual([
    fingerprint(ahead),
    windowFingerprint(ahead),
  ]);
  expect(windowFingerprint(corrected)).not.toBe(windowFingerprint(ahead));
});

it.each([
  [900.001, 'This trip ends 15 min after'],
  [46_680, 'This trip ends 12 h 58 min after'],
  [31_449_600, 'This trip ends 364 days after'],
  [2_499_791_295, 'This trip ends 28,932 days after'],
])('%d seconds in words', (seconds, words) => {
  expect(clockWords(seconds, 'en')).toContain(words);
  expect(clockWords(seconds, 'de')).toMatch(/^Diese Fahrt endet \d/);
});
