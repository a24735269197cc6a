import { describe, expect, it } from 'vitest';
import { formatDuration, isDuration, parseDuration } from '../../../rules/time/index.ts';

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
    [604_800, '7d'],
    [86_400, '1d'],
    [5_400, '90m'],
    [3_600, '1h'],
    [61, '61s'],
    [0, '0s'],
  ])('%d seconds are written %s', (seconds, written) => {
    expect(formatDuration(seconds)).toBe(written);
  });
});
