import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatInstant,
  formatMoment,
  formatOwnClock,
  formatSpan,
} from '../../../messages/format/index.ts';
import type { MessageTrip } from '../../../messages/format/index.ts';

const berlin = 'Europe/Berlin';

describe('formatSpan', () => {
  it.each<readonly [string, Pick<MessageTrip, 'startTime' | 'endTime'>, string]>([
    [
      'one day',
      { startTime: '2025-11-21T13:03:00Z', endTime: '2025-11-21T13:41:00Z' },
      'Fri, 21 Nov 2025, 14:03 – 14:41 (Europe/Berlin, UTC+1)',
    ],
    [
      'over midnight',
      { startTime: '2025-07-01T21:30:00Z', endTime: '2025-07-01T22:10:00Z' },
      'Tue, 1 Jul 2025, 23:30 – Wed, 2 Jul 2025, 00:10 (Europe/Berlin, UTC+2)',
    ],
    [
      'clocks put back',
      { startTime: '2025-10-26T00:30:00Z', endTime: '2025-10-26T01:30:00Z' },
      'Sun, 26 Oct 2025, 02:30 – 02:30 (Europe/Berlin, UTC+2 then UTC+1)',
    ],
    ['no end', { startTime: '2025-11-21T13:03:00Z' }, 'from Fri, 21 Nov 2025, 14:03 (Europe/Berlin, UTC+1)'],
    ['no start', { endTime: '2025-11-21T13:03:00Z' }, 'until Fri, 21 Nov 2025, 14:03 (Europe/Berlin, UTC+1)'],
    [
      'a start that is no time',
      { startTime: 'yesterday', endTime: '2025-11-21T13:03:00Z' },
      'until Fri, 21 Nov 2025, 14:03 (Europe/Berlin, UTC+1)',
    ],
  ])('%s', (_name, span, expected) => {
    expect(formatSpan(span, berlin)).toBe(expected);
  });

  it('says nothing when neither is known', () => {
    expect(formatSpan({}, berlin)).toBeUndefined();
    expect(formatSpan({ startTime: '1', endTime: '2025-11-21T13:03:00' }, berlin)).toBeUndefined();
  });

  it('falls back to UTC, and says so, in a zone that does not exist', () => {
    expect(formatInstant('2025-11-21T13:03:00Z', 'Mars/Olympus')).toBe('Fri, 21 Nov 2025, 13:03 (UTC)');
  });

  it('names an offset of half hours', () => {
    expect(formatInstant('2025-11-21T13:03:00Z', 'Asia/Kolkata')).toBe(
      'Fri, 21 Nov 2025, 18:33 (Asia/Kolkata, UTC+5:30)',
    );
  });
});

describe('formatOwnClock', () => {
  it('is shown only when the driver’s clock differs from the fleet’s', () => {
    const there = { startTime: '2025-11-21T18:33:00+05:30', endTime: '2025-11-21T19:00:00+05:30' };
    expect(formatOwnClock(there, berlin)).toBe('18:33 – 19:00, UTC+5:30');
    expect(formatOwnClock(there, 'Asia/Kolkata')).toBeUndefined();
    expect(
      formatOwnClock({ startTime: '2025-11-21T13:03:00Z', endTime: '2025-11-21T13:04:00Z' }, berlin),
    ).toBe('13:03 – 13:04, UTC');
    expect(formatOwnClock({ startTime: '2025-11-21T13:03:00Z' }, berlin)).toBeUndefined();
  });
});

it('shows the time of day with seconds', () => {
  expect(formatClock('2025-11-21T13:03:09.5Z', berlin)).toBe('14:03:09');
  expect(formatMoment('2025-11-21T23:03:09Z', berlin)).toBe('22 Nov 2025, 00:03:09');
  expect(formatClock('noon', berlin)).toBeUndefined();
});
