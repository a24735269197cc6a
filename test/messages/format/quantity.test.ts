import { describe, expect, it } from 'vitest';
import {
  eventWords,
  formatDistance,
  formatDuration,
  formatScore,
  formatValue,
  unbroken,
} from '../../../messages/format/index.ts';

describe('unbroken', () => {
  it.each([
    ['62 km/h before, 0 km/h after', '62_km/h before, 0_km/h after'],
    [
      'Thu, 20 Nov, 17:02 · 18.4 km · score 71 of 100 · 2 alerts',
      'Thu, 20 Nov, 17:02 · 18.4_km · score 71_of_100 · 2_alerts',
    ],
    ['1 h 04 min and 1 min 24 s', '1_h_04_min and 1_min_24_s'],
    ['4 months of 5 hours', '4 months of 5 hours'],
  ])('%s', (text, kept) => {
    expect(unbroken(text).replaceAll('\u00A0', '_')).toBe(kept);
  });
});

describe('quantities', () => {
  it.each([
    [0, '0 s'],
    [45.5, '45.5 s'],
    [60, '1 min'],
    [84, '1 min 24 s'],
    [1985, '33 min'],
    [3599.9, '1 h 00 min'],
    [3840, '1 h 04 min'],
    [-5, '-5 s'],
  ])('a duration of %d seconds is %s', (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words);
  });

  it.each([
    [0, '0 m'],
    [0.12, '120 m'],
    [0.9996, '1 km'],
    [41.27, '41.3 km'],
    [1234.5, '1,234.5 km'],
  ])('a distance of %d km is %s', (km, words) => {
    expect(formatDistance(km)).toBe(words);
  });

  it('distinguishes a score that cannot be rated from one that was not sent', () => {
    expect(formatScore(54)).toBe('54 of 100');
    expect(formatScore(null)).toBe('cannot be rated');
    expect(formatScore(undefined)).toBeUndefined();
  });

  it.each([
    [3, undefined, '3'],
    [95, 'seconds', '1 min 35 s'],
    [131.256, 'kmph', '131.26 km/h'],
    [12, 'events', '12 events'],
    [true, undefined, 'yes'],
    [false, 'km', 'no'],
    ['north', undefined, 'north'],
  ])('the value %j in %s reads %s', (value, unit, words) => {
    expect(formatValue(value, unit)).toBe(words);
  });
});

it.each([
  ['HARD_BRAKE', 'Hard brake'],
  ['OVERSPEEDING', 'Speeding'],
  ['PHONE_SCREEN_INTERACTION', 'Phone screen touch'],
  ['GPS_LOST', 'GPS lost'],
  ['___', 'Event'],
])('%s reads %s', (typeName, words) => {
  expect(eventWords(typeName)).toBe(words);
});
