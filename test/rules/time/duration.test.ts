import { describe, expect, it } from 'vitest';
import { describeDuration, formatDuration, isDuration, parseDuration } from '../../../rules/time/index.ts';

describe('durations', () => {
  it.each([
    ['30s', 30],
    ['10m', 600],
    ['24h', 86_400],
    ['7d', 604_800],
    ['0m', 0],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each(['', '7', 'd', '7 d', '-1d', '1.5h', '7D', '1w', '7d ', '9999999s', 'NaNd'])(
    '%j is refused',
    (text) => {
      expect(isDuration(text)).toBe(false);
      expect(() => parseDuration(text)).toThrow(RangeError);
    },
  );

  it.each([
    [604_800, '7d', '7 days'],
    [86_400, '1d', '24 hours'],
    [5_400, '90m', '90 minutes'],
    [3_600, '1h', '1 hour'],
    [61, '61s', '61 seconds'],
    [0, '0s', '0 seconds'],
  ])('%d seconds are written %s and read %s', (seconds, written, read) => {
    expect(formatDuration(seconds)).toBe(written);
    expect(describeDuration(seconds)).toBe(read);
  });
});
